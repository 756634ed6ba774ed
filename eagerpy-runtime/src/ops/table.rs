//! THE table: every operation of the vocabulary, declared once.
//!
//! What an entry says, in order:
//!
//! - its documentation, names and parameters (kind, default);
//! - `family`: how its kernel and its front function are made. `Unary`, `Arith`, `Compare`, `Logic` and
//!   `Reduction` are made from a template, but for a kernel that is written out here; the others carry
//!   the kernel's signature here and have a front function in [`front`](super::front) that checks the
//!   arguments;
//! - `dtype`: the class of element types that its tensors may have, and the type of the result;
//! - `shape`: the rule by which the compiler works out the result's shape;
//! - `sample`: the range from which tests draw elements;
//! - `kernel`: what a backend implements, with a default where the op is made of others.
//!
//! There is no logic in this file but those defaults.

/// Hands the table to a macro: `for_each_op!(callback)`.
macro_rules! for_each_op {
    ($callback:ident) => {
        $callback! {
            // ---------------------------------------------------------------- arithmetic
            /// Sum of two tensors, element by element. Also `x + y`.
            add(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (-3.0, 3.0), kernel: {}
            }
            /// Difference, element by element. Also `x - y`.
            subtract(x: Operand, y: Operand) aka ["sub"] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (-3.0, 3.0), kernel: {}
            }
            /// Product, element by element. Also `x * y`.
            multiply(x: Operand, y: Operand) aka ["mul"] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (-3.0, 3.0), kernel: {}
            }
            /// Quotient of floats, element by element. Also `x / y`. Ints are refused: cast them, or use `floor_divide`.
            divide(x: Operand, y: Operand) aka ["div", "truediv", "true_divide"] {
                family: Arith, dtype: Float => Same, shape: Broadcast, sample: (0.5, 3.0), kernel: {}
            }
            /// Quotient rounded towards minus infinity. An int divided by 0 is an error.
            floor_divide(x: Operand, y: Operand) aka ["floordiv"] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (0.5, 3.0), kernel: {}
            }
            /// Remainder with the sign of the divisor, as in Python. Also `x % y`. An int modulo 0 is an error.
            remainder(x: Operand, y: Operand) aka ["mod"] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (0.5, 3.0), kernel: {}
            }
            /// `x` to the power `y`. An int to a negative power is an error.
            pow(x: Operand, y: Operand) aka ["power"] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (0.5, 2.0), kernel: {}
            }
            /// The smaller of two elements; NaN if either is.
            minimum(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Any => Same, shape: Broadcast, sample: (-3.0, 3.0), kernel: {}
            }
            /// The larger of two elements; NaN if either is.
            maximum(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Any => Same, shape: Broadcast, sample: (-3.0, 3.0), kernel: {}
            }

            /// √(x² + y²), without overflow.
            hypot(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Float => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "hypot(x, 4.0)", "Tensor", "&array![3.0, 0.0]", "[5.00000, 4.00000]"],
                kernel: { via elementwise::hypot }
            }

            // ---------------------------------------------------------------- comparison
            /// Are the elements equal? Also `x == y`. NaN equals nothing.
            equal(x: Operand, y: Operand) aka ["eq"] {
                family: Compare, dtype: Any => Bool, shape: Broadcast, sample: (-3.0, 3.0), kernel: {}
            }
            /// Do the elements differ? Also `x != y`.
            not_equal(x: Operand, y: Operand) aka ["ne"] {
                family: Compare, dtype: Any => Bool, shape: Broadcast, sample: (-3.0, 3.0), kernel: {}
            }
            /// Is the left element smaller? Also `x < y`.
            less(x: Operand, y: Operand) aka ["lt"] {
                family: Compare, dtype: Any => Bool, shape: Broadcast, sample: (-3.0, 3.0), kernel: {}
            }
            /// Is the left element smaller or equal? Also `x <= y`.
            less_equal(x: Operand, y: Operand) aka ["le"] {
                family: Compare, dtype: Any => Bool, shape: Broadcast, sample: (-3.0, 3.0), kernel: {}
            }
            /// Is the left element larger? Also `x > y`.
            greater(x: Operand, y: Operand) aka ["gt"] {
                family: Compare, dtype: Any => Bool, shape: Broadcast, sample: (-3.0, 3.0), kernel: {}
            }
            /// Is the left element larger or equal? Also `x >= y`.
            greater_equal(x: Operand, y: Operand) aka ["ge"] {
                family: Compare, dtype: Any => Bool, shape: Broadcast, sample: (-3.0, 3.0), kernel: {}
            }

            // ---------------------------------------------------------------- logic
            /// Both? Also `x & y` on masks.
            logical_and(x: Operand, y: Operand) aka [] {
                family: Logic, dtype: Bool => Bool, shape: Broadcast, sample: (0.0, 1.0), kernel: {}
            }
            /// At least one? Also `x | y` on masks.
            logical_or(x: Operand, y: Operand) aka [] {
                family: Logic, dtype: Bool => Bool, shape: Broadcast, sample: (0.0, 1.0), kernel: {}
            }
            /// Exactly one? Also `x ^ y` on masks.
            logical_xor(x: Operand, y: Operand) aka [] {
                family: Logic, dtype: Bool => Bool, shape: Broadcast, sample: (0.0, 1.0), kernel: {}
            }
            /// Not? Also `!x` on masks.
            logical_not(x: Tensor) aka [] {
                family: Unary, dtype: Bool => Bool, shape: Same, sample: (0.0, 1.0), kernel: {}
            }

            // ---------------------------------------------------------------- elementwise
            /// The element with its sign turned. Also `-x`.
            negative(x: Tensor) aka ["neg"] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Absolute value. The least integer stays as it is.
            abs(x: Tensor) aka ["absolute"] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// -1, 0 or 1; NaN for NaN.
            sign(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// x².
            square(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// √x; NaN below 0.
            sqrt(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (0.1, 9.0), kernel: {}
            }
            /// 1 / √x.
            rsqrt(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (0.1, 9.0), kernel: {}
            }
            /// 1 / x.
            reciprocal(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (0.5, 3.0), kernel: {}
            }
            /// eˣ.
            exp(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// eˣ - 1, exact near 0.
            expm1(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-1.0, 1.0), kernel: {}
            }
            /// Natural logarithm.
            log(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (0.1, 9.0), kernel: {}
            }
            /// log(1 + x), exact near 0.
            log1p(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-0.5, 3.0), kernel: {}
            }
            /// Sine, in radians.
            sin(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Cosine, in radians.
            cos(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Tangent, in radians.
            tan(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-1.3, 1.3), kernel: {}
            }
            /// Hyperbolic sine.
            sinh(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Hyperbolic cosine.
            cosh(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Hyperbolic tangent.
            tanh(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Logistic function 1 / (1 + e⁻ˣ), without overflow.
            sigmoid(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// max(x, 0); NaN for NaN.
            relu(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// log(1 + eˣ), without overflow.
            softplus(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Gaussian error linear unit x·Φ(x) (Hendrycks and Gimpel 2016, arXiv 1606.08415).
            ///
            /// `approximate = "none"` uses the error function, `"tanh"` the paper's
            /// ½x(1 + tanh(√(2/π)(x + 0.044715x³))).
            gelu(x: Tensor, approximate: Text["none", "tanh"] = Text("none")) aka [] {
                family: Other, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0), kernel: {
                    fn gelu<E: Float>(x: Self::View<'_, E>, tanh: bool) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Largest integer not above.
            floor(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Smallest integer not below.
            ceil(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Nearest integer, halves to even.
            round(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Is it NaN?
            isnan(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Bool, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Is it an infinity?
            isinf(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Bool, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Is it neither NaN nor an infinity?
            isfinite(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Bool, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// The element, not below `min` and not above `max`; NaN stays. `max` wins where `min > max`.
            clip(x: Tensor, min: OptNum = None, max: OptNum = None) aka ["clamp"] {
                family: Other, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0), kernel: {
                    fn clip<E: Numeric>(x: Self::View<'_, E>, min: Option<Num>, max: Option<Num>) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// `x` where `mask` is true, else `y`. The branch not taken never shows, not even its NaN.
            where_(mask: Mask, x: Operand, y: Operand) aka ["select"] {
                family: Other, dtype: Any => Same, shape: Where, sample: (-3.0, 3.0), kernel: {
                    fn where_<M: Boolean, E: Element>(mask: Self::View<'_, M>, x: Operand<'_, Self, E>, y: Operand<'_, Self, E>) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// The elements in another type: floats are cut towards 0 and saturate, NaN becomes 0; to `bool`: other than 0.
            astype(x: Tensor, dtype: DType) aka ["cast"] {
                family: Other, dtype: Any => Arg, shape: Same, sample: (-3.0, 3.0), kernel: {
                    fn astype<E: Element, T: Element>(x: Self::View<'_, E>) -> Result<Self::Tensor<'static, T>>;
                }
            }

            // ---------------------------------------------------------------- reductions
            /// Sum over `axis` (all axes by default). Ints and masks add up in `i64`. Nothing sums to 0.
            sum(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Sum, shape: Reduce, sample: (-3.0, 3.0), kernel: {}
            }
            /// Product over `axis`. Ints and masks multiply in `i64`. Nothing multiplies to 1.
            prod(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Sum, shape: Reduce, sample: (0.5, 2.0), kernel: {}
            }
            /// Arithmetic mean over `axis`. The mean of nothing is NaN.
            mean(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0), kernel: {}
            }
            /// Smallest element over `axis`; NaN if there is one. The minimum of nothing is an error.
            min(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka ["amin"] {
                family: Reduction, dtype: Any => Same, shape: ReduceSome, sample: (-3.0, 3.0), kernel: {}
            }
            /// Largest element over `axis`; NaN if there is one. The maximum of nothing is an error.
            max(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka ["amax"] {
                family: Reduction, dtype: Any => Same, shape: ReduceSome, sample: (-3.0, 3.0), kernel: {}
            }
            /// Are all elements other than 0 over `axis`? True of nothing.
            all(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Bool, shape: Reduce, sample: (0.0, 1.0), kernel: {}
            }
            /// Is any element other than 0 over `axis`? False of nothing.
            any(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Bool, shape: Reduce, sample: (0.0, 1.0), kernel: {}
            }
            /// Number of elements other than 0 over `axis`. NaN is counted.
            count_nonzero(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Index, shape: Reduce, sample: (0.0, 1.0),
                example: ["x: &Tensor", "x.count_nonzero(axis = 0)", "Tensor<i64>", "&array![[1.0, 0.0], [2.0, 0.0]]", "[2, 0]"],
                kernel: { via reduction::count_nonzero }
            }
            /// Variance over `axis`: the mean squared distance from the mean, divided by n - `correction`.
            var(x: Tensor, axis: Axes = None, correction: Num = Float(0.0), keepdims: Flag = Bool(false)) aka [] {
                family: Other, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0), kernel: {
                    fn var<E: Float>(x: Self::View<'_, E>, axes: &[usize], correction: f64, keepdims: bool) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Standard deviation over `axis`: the root of the variance.
            std(x: Tensor, axis: Axes = None, correction: Num = Float(0.0), keepdims: Flag = Bool(false)) aka [] {
                family: Other, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0), kernel: {
                    fn std<E: Float>(x: Self::View<'_, E>, axes: &[usize], correction: f64, keepdims: bool) -> Result<Self::Tensor<'static, E>> {
                        let var = Self::var::<E>(x, axes, correction, keepdims)?;
                        Self::sqrt::<E>(Self::borrow(&var))
                    }
                }
            }
            /// log Σ eˣ over `axis`, without overflow; -inf where all elements are.
            logsumexp(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0), kernel: {
                    fn logsumexp<E: Float>(x: Self::View<'_, E>, axes: &[usize], keepdims: bool) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Index of the smallest element along `axis` (of the flattened tensor by default): the first NaN, else the first smallest.
            argmin(x: Tensor, axis: OptAxis = None, keepdims: Flag = Bool(false)) aka [] {
                family: Other, dtype: Any => Index, shape: Reduce, sample: (-3.0, 3.0), kernel: {
                    fn argmin<E: Element>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, i64>>;
                }
            }
            /// Index of the largest element along `axis` (of the flattened tensor by default): the first NaN, else the first largest.
            argmax(x: Tensor, axis: OptAxis = None, keepdims: Flag = Bool(false)) aka [] {
                family: Other, dtype: Any => Index, shape: Reduce, sample: (-3.0, 3.0), kernel: {
                    fn argmax<E: Element>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, i64>>;
                }
            }
            /// Number of elements other than 0 over `axis`, as a float.
            l0(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0), kernel: {
                    fn l0<E: Float>(x: Self::View<'_, E>, axes: &[usize], keepdims: bool) -> Result<Self::Tensor<'static, E>> {
                        let zero = Operand::Num(Num::Float(0.0));
                        let nonzero = Self::not_equal::<E>(Operand::Tensor(x), zero)?;
                        let ones = Self::astype::<bool, E>(Self::borrow(&nonzero))?;
                        Self::sum::<E>(Self::borrow(&ones), axes, keepdims)
                    }
                }
            }
            /// Σ|x| over `axis`.
            l1(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0), kernel: {
                    fn l1<E: Float>(x: Self::View<'_, E>, axes: &[usize], keepdims: bool) -> Result<Self::Tensor<'static, E>> {
                        let size = Self::abs::<E>(x)?;
                        Self::sum::<E>(Self::borrow(&size), axes, keepdims)
                    }
                }
            }
            /// √Σx² over `axis`: the Euclidean norm.
            l2(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0), kernel: {
                    fn l2<E: Float>(x: Self::View<'_, E>, axes: &[usize], keepdims: bool) -> Result<Self::Tensor<'static, E>> {
                        let square = Self::square::<E>(x)?;
                        let sum = Self::sum::<E>(Self::borrow(&square), axes, keepdims)?;
                        Self::sqrt::<E>(Self::borrow(&sum))
                    }
                }
            }
            /// max|x| over `axis`; 0 of nothing.
            linf(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0), kernel: {
                    fn linf<E: Float>(x: Self::View<'_, E>, axes: &[usize], keepdims: bool) -> Result<Self::Tensor<'static, E>> {
                        let shape = Self::shape(&x);
                        if axes.iter().any(|&a| shape.get(a) == Some(&0)) {
                            // Nothing has no largest element, but its size is 0.
                            return Self::l1::<E>(x, axes, keepdims);
                        }
                        let size = Self::abs::<E>(x)?;
                        Self::max::<E>(Self::borrow(&size), axes, keepdims)
                    }
                }
            }
            /// (Σ|x|ᵖ)^(1/p) over `axis`; `p` of 0 and infinity are `l0` and `linf`.
            lp(x: Tensor, p: Num, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Other, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0), kernel: {
                    fn lp<E: Float>(x: Self::View<'_, E>, p: f64, axes: &[usize], keepdims: bool) -> Result<Self::Tensor<'static, E>> {
                        let size = Self::abs::<E>(x)?;
                        let power = Self::pow::<E>(Operand::Tensor(Self::borrow(&size)), Operand::Num(Num::Float(p)))?;
                        let sum = Self::sum::<E>(Self::borrow(&power), axes, keepdims)?;
                        Self::pow::<E>(Operand::Tensor(Self::borrow(&sum)), Operand::Num(Num::Float(1.0 / p)))
                    }
                }
            }

            // ---------------------------------------------------------------- neural networks
            /// eˣ / Σ eˣ along `axis`, without overflow.
            ///
            /// Formula: e^(x - max x) / Σ e^(x - max x), the normalised exponential (Bridle 1990).
            ///
            /// Edges: NaN where all elements are -∞, where one is +∞, and where one is NaN. `masked_softmax` has 0 for rows
            /// of which nothing is left.
            softmax(x: Tensor, axis: Axis = Int(-1)) aka [] {
                family: Other, dtype: Float => Same, shape: Along, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.softmax()", "Tensor", "&array![0.0, 1.0]", "[0.26894, 0.73106]"],
                kernel: {
                    fn softmax<E: Float>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Logarithm of the softmax along `axis`.
            ///
            /// Formula: x - max x - log Σ e^(x - max x).
            ///
            /// Edges: as of `softmax`; a finite element beside larger ones never becomes -∞.
            log_softmax(x: Tensor, axis: Axis = Int(-1)) aka [] {
                family: Other, dtype: Float => Same, shape: Along, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.log_softmax()", "Tensor", "&array![0.0, 1000.0]", "[-1000.00000, 0.00000]"],
                kernel: {
                    fn log_softmax<E: Float>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// The softmax along `axis` of the elements where `mask` is true, and 0 elsewhere. The mask is broadcast to `x`.
            ///
            /// Formula: the softmax with -∞ for what the mask leaves out (Vaswani et al. 2017, arXiv 1706.03762, 3.2.3).
            ///
            /// Edges: a row of which the mask keeps nothing is 0, where a softmax of -∞ is NaN; an element of -∞ counts as left
            /// out. What is left out never shows, not even its NaN, nor does it reach a gradient.
            masked_softmax(x: Tensor, mask: Mask, axis: Axis = Int(-1)) aka [] {
                family: Plain, dtype: Float => Same, shape: Masked, sample: (-3.0, 3.0),
                example: ["x: &Tensor, mask: &Tensor<bool>", "x.masked_softmax(mask)", "Tensor", "&array![[0.0, 1.0], [0.0, 1.0]], &array![[true, true], [false, false]]", "[[0.26894, 0.73106],\n [0.00000, 0.00000]]"],
                kernel: { via nn::masked_softmax }
            }
            /// Attention: queries `[…, L, D]`, keys `[…, S, D]` and values `[…, S, V]` give `[…, L, V]`.
            ///
            /// `mask` is true where a query may see a key, `bias` is added to the scores; both are broadcast to `[…, L, S]`.
            /// With `is_causal` query i sees keys 0 to i. `scale` is 1 / √D by default.
            ///
            /// Formula: softmax(scale · q kᵀ + bias) v (Vaswani et al. 2017, arXiv 1706.03762, equation 1).
            ///
            /// Edges: a query that may see no key, or only such with a bias of -∞, gives 0, not NaN.
            ///
            /// Other libraries: PyTorch's `attn_mask` is `mask` if it is of `bool`, else `bias`.
            scaled_dot_product_attention(q: Tensor, k: Tensor, v: Tensor, mask: OptMask = None, is_causal: Flag = Bool(false), scale: OptNum = None, bias: OptTensor = None) aka [] {
                family: Plain, dtype: Float => Same, shape: Attention, sample: (-3.0, 3.0),
                example: ["q: &Tensor, k: &Tensor, v: &Tensor", "scaled_dot_product_attention(q, k, v, is_causal = true)", "Tensor", "&array![[1.0], [1.0]], &array![[0.0], [1.0]], &array![[0.0], [1.0]]", "[[0.00000],\n [0.73106]]"],
                kernel: { via nn::attention }
            }
            /// The first half of `axis` times the sigmoid of the second.
            ///
            /// Formula: a·σ(b) for x = [a, b], the gated linear unit (Dauphin et al. 2016, arXiv 1612.08083).
            ///
            /// Edges: an odd number of elements is an error.
            glu(x: Tensor, axis: Axis = Int(-1)) aka [] {
                family: Plain, dtype: Float => Same, shape: Halved, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.glu()", "Tensor", "&array![1.0, 2.0, 0.0, 1.0]", "[0.50000, 1.46212]"],
                kernel: { via nn::glu }
            }
            /// A linear layer: `[…, D]` and a weight `[O, D]`, with a bias `[O]` if there is one, give `[…, O]`.
            ///
            /// Formula: x wᵀ + b.
            ///
            /// Other libraries: the weight is PyTorch's, outputs first; Flax and Keras keep `[D, O]`, for `x.matmul(w) + b`.
            linear(x: Tensor, weight: Tensor, bias: OptTensor = None) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Linear, sample: (-3.0, 3.0),
                example: ["x: &Tensor, w: &Tensor, b: &Tensor", "x.linear(w, b)", "Tensor", "&array![1.0, 2.0], &array![[1.0, 1.0], [0.0, 3.0]], &array![0.5, 0.5]", "[3.50000, 6.50000]"],
                kernel: { via nn::linear }
            }
            /// Elements set to 0 with probability `p`, the others divided by 1 - `p`. The same seed leaves out the same
            /// elements on every backend.
            ///
            /// Formula: x·[u ≥ p] / (1 - p) with u uniform in 0..1 (Srivastava et al. 2014, inverted).
            ///
            /// Edges: `p` of 1 gives 0; outside of 0 to 1 it is an error.
            ///
            /// Other libraries: there is no mode of training or inference: leave the call away for inference.
            dropout(x: Tensor, p: Num = Float(0.5), seed: Seed) aka [] {
                family: Plain, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.dropout(p = 0.0, seed = 1)", "Tensor", "&array![1.0, 2.0]", "[1.00000, 2.00000]"],
                kernel: { via nn::dropout }
            }

            // convolution and pooling
            /// Cross-correlation along the last axis: `[N, C, L]` and a weight `[O, C / groups, K]` give `[N, O, (L + 2·padding - dilation·(K - 1) - 1) / stride + 1]`.
            ///
            /// Formula: out[n, o, i] = bias[o] + Σ over c, k of weight[o, c, k] · x[n, c, i·stride - padding + k·dilation], 0
            /// outside of x (PyTorch, `torch.nn.functional.conv1d`; the kernel is not turned round).
            ///
            /// Edges: a kernel longer than the padded axis is an error; the size is rounded down.
            conv1d(x: Tensor, weight: Tensor, bias: OptTensor = None, stride: Ints = Int(1), padding: Ints = Int(0), dilation: Ints = Int(1), groups: Size = Int(1)) aka [] {
                family: Other, dtype: Float => Same, shape: Convolution, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 1, 4>, w: &Tensor<_, 1, 1, 2>", "x.conv1d(w)", "Tensor<_, 1, 1, 3>", "&array![[[1.0, 2.0, 4.0, 8.0]]], &array![[[-1.0, 1.0]]]", "[[[1.00000, 2.00000, 4.00000]]]"],
                kernel: {
                    /// A convolution over the last axes, one for each window.
                    fn conv<E: Float>(x: Self::View<'_, E>, weight: Self::View<'_, E>, bias: Option<Self::View<'_, E>>, windows: &[Window], groups: usize) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::nn::conv::<Self, E>(x, weight, bias, windows, groups)
                    }
                }
            }
            /// Cross-correlation over the last two axes: `[N, C, H, W]` and a weight `[O, C / groups, K, L]` give `[N, O, …, …]`.
            ///
            /// `stride`, `padding` and `dilation` are one number, or one for each axis.
            ///
            /// Formula: as of `conv1d`, on both axes.
            ///
            /// Edges: a kernel longer than the padded axis is an error; sizes are rounded down.
            conv2d(x: Tensor, weight: Tensor, bias: OptTensor = None, stride: Ints = Int(1), padding: Ints = Int(0), dilation: Ints = Int(1), groups: Size = Int(1)) aka [] {
                family: Other, dtype: Float => Same, shape: Convolution, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 1, H, W>, w: &Tensor<_, 1, 1, 2, 2>", "x.conv2d(w, stride = 2)", "Tensor", "&array![[[[1.0, 2.0], [3.0, 4.0]]]], &array![[[[1.0, 0.0], [0.0, 10.0]]]]", "[[[[41.00000]]]]"],
                kernel: {}
            }
            /// The transpose of `conv1d`: `[N, C, L]` and a weight `[C, O / groups, K]` give `[N, O, (L - 1)·stride - 2·padding + dilation·(K - 1) + output_padding + 1]`.
            ///
            /// Formula: the derivative of `conv1d` by its tensor (Dumoulin and Visin 2016, arXiv 1603.07285, 4):
            /// out[n, o, i·stride - padding + k·dilation] sums weight[c, o, k] · x[n, c, i].
            ///
            /// Edges: `output_padding` is less than the stride or the dilation.
            conv_transpose1d(x: Tensor, weight: Tensor, bias: OptTensor = None, stride: Ints = Int(1), padding: Ints = Int(0), output_padding: Ints = Int(0), groups: Size = Int(1), dilation: Ints = Int(1)) aka [] {
                family: Other, dtype: Float => Same, shape: Transposed, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 1, L>, w: &Tensor<_, 1, 1, 2>", "x.conv_transpose1d(w, stride = 2)", "Tensor", "&array![[[1.0, 2.0]]], &array![[[1.0, 10.0]]]", "[[[1.00000, 10.00000, 2.00000, 20.00000]]]"],
                kernel: {
                    /// The transpose of a convolution whose windows lie over the result.
                    fn conv_transpose<E: Float>(x: Self::View<'_, E>, weight: Self::View<'_, E>, bias: Option<Self::View<'_, E>>, windows: &[Window], groups: usize) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::nn::conv_transpose::<Self, E>(x, weight, bias, windows, groups)
                    }
                }
            }
            /// The transpose of `conv2d`: `[N, C, H, W]` and a weight `[C, O / groups, K, L]` give `[N, O, …, …]`.
            ///
            /// Formula: as of `conv_transpose1d`, on both axes.
            ///
            /// Edges: `output_padding` is less than the stride or the dilation.
            conv_transpose2d(x: Tensor, weight: Tensor, bias: OptTensor = None, stride: Ints = Int(1), padding: Ints = Int(0), output_padding: Ints = Int(0), groups: Size = Int(1), dilation: Ints = Int(1)) aka [] {
                family: Other, dtype: Float => Same, shape: Transposed, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 1, H, W>, w: &Tensor<_, 1, 1, 1, 2>", "x.conv_transpose2d(w)", "Tensor", "&array![[[[1.0, 2.0]]]], &array![[[[1.0, 10.0]]]]", "[[[[1.00000, 12.00000, 20.00000]]]]"],
                kernel: {}
            }
            /// The largest element of each window of `kernel` positions along the last axis of `[N, C, L]`.
            ///
            /// `stride` is `kernel` by default. With `ceil_mode` there is one window more where elements are left.
            ///
            /// Formula: out[n, c, i] = max over k of x[n, c, i·stride - padding + k·dilation], -∞ outside of x (PyTorch,
            /// `torch.nn.functional.max_pool1d`).
            ///
            /// Edges: NaN if the window has one. Padding of more than half of the kernel is an error.
            max_pool1d(x: Tensor, kernel: Ints, stride: OptInts = None, padding: Ints = Int(0), dilation: Ints = Int(1), ceil_mode: Flag = Bool(false)) aka [] {
                family: Other, dtype: Float => Same, shape: Pooling, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 1, L>", "x.max_pool1d(2, ceil_mode = true)", "Tensor", "&array![[[1.0, 3.0, 2.0]]]", "[[[3.00000, 2.00000]]]"],
                kernel: {
                    /// The largest element of each window over the last axes.
                    fn max_pool<E: Float>(x: Self::View<'_, E>, windows: &[Window]) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::nn::max_pool::<Self, E>(x, windows)
                    }
                }
            }
            /// The largest element of each window over the last two axes of `[N, C, H, W]`.
            ///
            /// `kernel`, `stride`, `padding` and `dilation` are one number, or one for each axis.
            ///
            /// Formula: as of `max_pool1d`, on both axes.
            ///
            /// Edges: NaN if the window has one. Padding of more than half of the kernel is an error.
            max_pool2d(x: Tensor, kernel: Ints, stride: OptInts = None, padding: Ints = Int(0), dilation: Ints = Int(1), ceil_mode: Flag = Bool(false)) aka [] {
                family: Other, dtype: Float => Same, shape: Pooling, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 1, H, W>", "x.max_pool2d(2)", "Tensor", "&array![[[[1.0, 2.0], [4.0, 3.0]]]]", "[[[[4.00000]]]]"],
                kernel: {}
            }
            /// The mean of each window of `kernel` positions along the last axis of `[N, C, L]`.
            ///
            /// `stride` is `kernel` by default. With `ceil_mode` there is one window more where elements are left. Padding
            /// counts as zeros, and not at all with `count_include_pad = false`.
            ///
            /// Formula: out[n, c, i] = Σ over k of x[n, c, i·stride - padding + k] / count (PyTorch,
            /// `torch.nn.functional.avg_pool1d`).
            ///
            /// Edges: what a window of `ceil_mode` has beyond the padding is never counted: the last of [1, 2, 3] by 2 is 3.
            avg_pool1d(x: Tensor, kernel: Ints, stride: OptInts = None, padding: Ints = Int(0), ceil_mode: Flag = Bool(false), count_include_pad: Flag = Bool(true)) aka [] {
                family: Other, dtype: Float => Same, shape: Pooling, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 1, L>", "x.avg_pool1d(2, ceil_mode = true)", "Tensor", "&array![[[1.0, 2.0, 3.0, 4.0, 5.0]]]", "[[[1.50000, 3.50000, 5.00000]]]"],
                kernel: {
                    /// The mean of each window over the last axes; positions in the padding count if `padded`.
                    fn avg_pool<E: Float>(x: Self::View<'_, E>, windows: &[Window], padded: bool) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::nn::avg_pool::<Self, E>(x, windows, padded)
                    }
                }
            }
            /// The mean of each window over the last two axes of `[N, C, H, W]`.
            ///
            /// `kernel`, `stride` and `padding` are one number, or one for each axis.
            ///
            /// Formula: as of `avg_pool1d`, on both axes.
            ///
            /// Edges: what a window of `ceil_mode` has beyond the padding is never counted.
            avg_pool2d(x: Tensor, kernel: Ints, stride: OptInts = None, padding: Ints = Int(0), ceil_mode: Flag = Bool(false), count_include_pad: Flag = Bool(true)) aka [] {
                family: Other, dtype: Float => Same, shape: Pooling, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 1, H, W>", "x.avg_pool2d(2)", "Tensor", "&array![[[[1.0, 2.0], [4.0, 3.0]]]]", "[[[[2.50000]]]]"],
                kernel: {}
            }
            /// Means of the last two axes of `[N, C, H, W]`, cut into as many parts as `output_size` says; 1 is the mean of all.
            ///
            /// Formula: part i of m of n positions is ⌊i·n/m⌋ to ⌈(i + 1)·n/m⌉, its end left out (PyTorch,
            /// `torch.nn.functional.adaptive_avg_pool2d`).
            ///
            /// Edges: parts overlap where m does not divide n; more parts than positions repeat them.
            adaptive_avg_pool2d(x: Tensor, output_size: Ints) aka [] {
                family: Plain, dtype: Float => Same, shape: Adaptive, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 1, H, W>", "x.adaptive_avg_pool2d(1)", "Tensor", "&array![[[[1.0, 2.0], [4.0, 3.0]]]]", "[[[[2.50000]]]]"],
                kernel: { via nn::adaptive_avg_pool2d }
            }
            /// `[N, C·r², H, W]` to `[N, C, H·r, W·r]`: channels become pixels of `factor` by `factor`.
            ///
            /// Formula: out[n, c, h·r + i, w·r + j] = x[n, c·r² + i·r + j, h, w] (Shi et al. 2016, arXiv 1609.05158).
            pixel_shuffle(x: Tensor, factor: Size) aka ["depth_to_space"] {
                family: Plain, dtype: Any => Same, shape: PixelShuffle, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 4, 1, 1>", "x.pixel_shuffle(2)", "Tensor<_, 1, 1, 2, 2>", "&array![[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]]", "[[[[1.00000, 2.00000],\n   [3.00000, 4.00000]]]]"],
                kernel: { via nn::pixel_shuffle }
            }

            // normalisation
            /// Mean 0 and variance 1 over `axis`, then times `weight` and plus `bias`, which have the sizes of these axes.
            ///
            /// Formula: (x - mean) / √(var + eps) · weight + bias, the variance divided by n (Ba et al. 2016, arXiv 1607.06450).
            ///
            /// Edges: what is equal all along an axis becomes 0.
            ///
            /// Other libraries: PyTorch's `normalized_shape` are the sizes of the last axes: `axis = (-2, -1)` for two.
            layer_norm(x: Tensor, axis: Axes = Int(-1), weight: OptTensor = None, bias: OptTensor = None, eps: Num = Float(1e-5)) aka [] {
                family: Plain, dtype: Float => Same, shape: Normalised, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.layer_norm()", "Tensor", "&array![1.0, 3.0]", "[-1.00000, 1.00000]"],
                kernel: { via nn::layer_norm }
            }
            /// Root mean square 1 over `axis`, then times `weight`, which has the sizes of these axes.
            ///
            /// Formula: x / √(mean x² + eps) · weight (Zhang and Sennrich 2019, arXiv 1910.07467).
            ///
            /// Other libraries: PyTorch's `eps` is the least step above 1 by default.
            rms_norm(x: Tensor, axis: Axes = Int(-1), weight: OptTensor = None, eps: Num = Float(1e-5)) aka [] {
                family: Plain, dtype: Float => Same, shape: Normalised, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.rms_norm(eps = 0.0)", "Tensor", "&array![1.0, 7.0]", "[0.20000, 1.40000]"],
                kernel: { via nn::rms_norm }
            }
            /// `[N, C, …]` with each channel brought to mean 0 and variance 1 by a mean and a variance `[C]` that are given.
            ///
            /// Formula: (x - mean) / √(var + eps) · weight + bias (Ioffe and Szegedy 2015, arXiv 1502.03167, algorithm 2).
            ///
            /// Other libraries: this is inference. In training the mean and the variance are `x.mean(axis = (0, 2, 3))` and
            /// `x.var(axis = (0, 2, 3))`; an agnostic function keeps no running ones.
            batch_norm(x: Tensor, mean: Tensor, var: Tensor, weight: OptTensor = None, bias: OptTensor = None, eps: Num = Float(1e-5)) aka [] {
                family: Plain, dtype: Float => Same, shape: Channels, sample: (0.1, 3.0),
                example: ["x: &Tensor<_, N, C>, mean: &Tensor<_, C>, var: &Tensor<_, C>", "x.batch_norm(mean, var, eps = 0.0)", "Tensor<_, N, C>", "&array![[1.0, 3.0]], &array![0.0, 1.0], &array![4.0, 1.0]", "[[0.50000, 2.00000]]"],
                kernel: { via nn::batch_norm }
            }
            /// `[N, C, …]` with each of `num_groups` groups of channels brought to mean 0 and variance 1.
            ///
            /// Formula: (x - mean) / √(var + eps) · weight + bias, with the mean and the variance of each group of each sample
            /// (Wu and He 2018, arXiv 1803.08494).
            ///
            /// Edges: groups that do not divide the channels are an error.
            group_norm(x: Tensor, num_groups: Size, weight: OptTensor = None, bias: OptTensor = None, eps: Num = Float(1e-5)) aka [] {
                family: Plain, dtype: Float => Same, shape: Channels, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, N, C>", "x.group_norm(2)", "Tensor<_, N, C>", "&array![[1.0, 3.0, 5.0, 5.0]]", "[[-1.00000, 1.00000, 0.00000, 0.00000]]"],
                kernel: { via nn::group_norm }
            }
            /// `[N, C, …]` with each channel of each sample brought to mean 0 and variance 1.
            ///
            /// Formula: `group_norm` with a group for each channel (Ulyanov et al. 2016, arXiv 1607.08022).
            ///
            /// Edges: one position alone becomes 0.
            instance_norm(x: Tensor, weight: OptTensor = None, bias: OptTensor = None, eps: Num = Float(1e-5)) aka [] {
                family: Plain, dtype: Float => Same, shape: Channels, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, N, C, L>", "x.instance_norm()", "Tensor<_, N, C, L>", "&array![[[1.0, 3.0]]]", "[[[-1.00000, 1.00000]]]"],
                kernel: { via nn::instance_norm }
            }

            // ---------------------------------------------------------------- losses
            /// -log softmax(logits) at the label, one value per row: `[N, C]` and labels `[N]` give `[N]`.
            ///
            /// The classes are on `axis`, and the labels have the other sizes of the logits. `weight` has a factor for each
            /// class, `label_smoothing` is the share of the loss that goes evenly to all classes, and rows whose label is
            /// `ignore_index` count nowhere. `reduction` is `"none"`, `"mean"` or `"sum"`.
            ///
            /// Formula: (1 - s)·w[y]·(-log p[y]) + s/C · Σ over c of w[c]·(-log p[c]), the mean divided by the sum of w[y]
            /// (Szegedy et al. 2015, arXiv 1512.00567, 7; PyTorch, `torch.nn.functional.cross_entropy`).
            ///
            /// Edges: a label outside of 0..C is an error, but for `ignore_index`. Rows that are ignored are 0, whatever they
            /// hold; if all are, the mean is NaN and the sum 0. With smoothing a logit of -∞ makes the loss +∞.
            ///
            /// Other libraries: PyTorch has the classes on axis 1 (`axis = 1` here), the mean by default, and ignores -100.
            crossentropy(logits: Tensor, labels: Index, axis: Axis = Int(-1), weight: OptTensor = None, ignore_index: OptNum = None, label_smoothing: Num = Float(0.0), reduction: Text["none", "mean", "sum"] = Text("none")) aka ["cross_entropy"] {
                family: Other, dtype: Float => Same, shape: CrossEntropy, sample: (-3.0, 3.0),
                example: ["x: &Tensor, labels: &Tensor<i64>", "x.crossentropy(labels)", "Tensor", "&array![[0.0, 0.0], [0.0, 100.0]], &array![0, 1]", "[0.69315, 0.00000]"],
                kernel: {
                    fn crossentropy<E: Float, I: Int>(logits: Self::View<'_, E>, labels: Self::View<'_, I>) -> Result<Self::Tensor<'static, E>> {
                        let log = Self::log_softmax::<E>(logits, 1)?;
                        let column = Self::expand_dims::<I>(labels, &[1])?;
                        let picked = Self::gather::<E, I>(Self::borrow(&log), Self::borrow(&column), 1)?;
                        let row = Self::squeeze::<E>(Self::borrow(&picked), &[1])?;
                        Self::negative::<E>(Self::borrow(&row))
                    }
                }
            }
            /// Negative log-likelihood: the logarithm of a probability at the label, with its sign turned.
            ///
            /// Formula: -w[y]·x[y], the mean divided by the sum of w[y] (PyTorch, `torch.nn.functional.nll_loss`).
            ///
            /// Edges: as of `crossentropy`, which takes logits.
            nll_loss(x: Tensor, labels: Index, axis: Axis = Int(-1), weight: OptTensor = None, ignore_index: OptNum = None, reduction: Text["mean", "none", "sum"] = Text("mean")) aka ["nll"] {
                family: Other, dtype: Float => Same, shape: CrossEntropy, sample: (-3.0, 0.0),
                example: ["x: &Tensor, labels: &Tensor<i64>", "x.nll_loss(labels)", "Scalar", "&array![[-1.0, -2.0], [-3.0, -4.0]], &array![0, 1]", "2.50000"],
                kernel: {}
            }
            /// Mean squared error, or all of them (`reduction = "none"`), or their sum.
            ///
            /// Formula: (x - y)².
            ///
            /// Edges: the mean of nothing is NaN. A target of another shape is an error, where PyTorch broadcasts it.
            mse_loss(x: Tensor, target: Tensor, reduction: Text["mean", "none", "sum"] = Text("mean")) aka ["mse"] {
                family: Plain, dtype: Float => Same, shape: Loss, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.mse_loss(y)", "Scalar", "&array![1.0, 2.0], &array![1.0, 4.0]", "2.00000"],
                kernel: { via loss::mse }
            }
            /// Mean absolute error, or all of them, or their sum.
            ///
            /// Formula: |x - y|.
            ///
            /// Edges: as of `mse_loss`. The derivative where both are equal is 0.
            l1_loss(x: Tensor, target: Tensor, reduction: Text["mean", "none", "sum"] = Text("mean")) aka [] {
                family: Plain, dtype: Float => Same, shape: Loss, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.l1_loss(y)", "Scalar", "&array![1.0, 2.0], &array![1.0, 4.0]", "1.00000"],
                kernel: { via loss::l1 }
            }
            /// Huber loss: squared up to `delta`, linear beyond it.
            ///
            /// Formula: ½d² for d = |x - y| ≤ δ, else δ·(d - ½δ) (Huber 1964).
            ///
            /// Edges: as of `mse_loss`. `delta` is above 0.
            huber_loss(x: Tensor, target: Tensor, delta: Num = Float(1.0), reduction: Text["mean", "none", "sum"] = Text("mean")) aka ["huber"] {
                family: Plain, dtype: Float => Same, shape: Loss, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.huber_loss(y, reduction = \"none\")", "Tensor", "&array![0.5, 3.0], &array![0.0, 0.0]", "[0.12500, 2.50000]"],
                kernel: { via loss::huber }
            }
            /// Smooth L1 loss: the Huber loss divided by its bend, so that its slope beyond `beta` is 1.
            ///
            /// Formula: d²/2β for d = |x - y| < β, else d - ½β (Girshick 2015, arXiv 1504.08083, equation 3).
            ///
            /// Edges: as of `mse_loss`. `beta` of 0 is `l1_loss`.
            smooth_l1_loss(x: Tensor, target: Tensor, beta: Num = Float(1.0), reduction: Text["mean", "none", "sum"] = Text("mean")) aka [] {
                family: Plain, dtype: Float => Same, shape: Loss, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.smooth_l1_loss(y, beta = 2.0, reduction = \"none\")", "Tensor", "&array![1.0, 3.0], &array![0.0, 0.0]", "[0.25000, 2.00000]"],
                kernel: { via loss::smooth_l1 }
            }
            /// Binary cross-entropy of logits and targets in 0 to 1.
            ///
            /// Formula: -t·log σ(x) - (1 - t)·log(1 - σ(x)), as t·log(1 + e⁻ˣ) + (1 - t)·log(1 + eˣ), which neither overflows
            /// nor cancels.
            ///
            /// Edges: as of `mse_loss`. NaN at an infinite logit beside a target on its side.
            binary_cross_entropy_with_logits(x: Tensor, target: Tensor, reduction: Text["mean", "none", "sum"] = Text("mean")) aka ["binary_cross_entropy_with_logit"] {
                family: Plain, dtype: Float => Same, shape: Loss, sample: (0.1, 0.9),
                example: ["x: &Tensor, t: &Tensor", "binary_cross_entropy_with_logits(x, t, reduction = \"none\")", "Tensor", "&array![200.0, -200.0, 0.0], &array![1.0, 1.0, 1.0]", "[0.00000, 200.00000, 0.69315]"],
                kernel: { via loss::binary_crossentropy_with_logits }
            }
            /// Binary cross-entropy of probabilities and targets in 0 to 1.
            ///
            /// Formula: -t·log x - (1 - t)·log(1 - x), each logarithm at least -100 (PyTorch,
            /// `torch.nn.functional.binary_cross_entropy`).
            ///
            /// Edges: as of `mse_loss`. NaN for a probability outside of 0 to 1. Use
            /// `binary_cross_entropy_with_logits` for the sigmoid of something.
            binary_cross_entropy(x: Tensor, target: Tensor, reduction: Text["mean", "none", "sum"] = Text("mean")) aka [] {
                family: Plain, dtype: Float => Same, shape: Loss, sample: (0.1, 0.9),
                example: ["x: &Tensor, t: &Tensor", "binary_cross_entropy(x, t, reduction = \"none\")", "Tensor", "&array![0.5, 0.0], &array![1.0, 1.0]", "[0.69315, 100.00000]"],
                kernel: { via loss::binary_crossentropy }
            }
            /// Kullback-Leibler divergence of two softmaxes along `axis`: how far `q` is from `p`.
            ///
            /// Formula: Σ p·(log p - log q) with p and q the softmaxes of the logits (EagerPy, whose p is of the last axis
            /// whatever `axis` is; here both are of `axis`).
            ///
            /// Edges: a probability of 0 in p adds 0. The two are broadcast together.
            kl_div_with_logits(p: Tensor, q: Tensor, axis: Axis = Int(-1), keepdims: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Float => Same, shape: PairReduce, sample: (-3.0, 3.0),
                example: ["p: &Tensor, q: &Tensor", "kl_div_with_logits(p, q)", "Scalar", "&array![0.0, 0.0], &array![0.0, 1.0]", "0.12011"],
                kernel: { via loss::kl_div_with_logits }
            }
            /// Cosine of the angle between two tensors along `axis`.
            ///
            /// Formula: x·y / (max(|x|, eps)·max(|y|, eps)) (PyTorch, `torch.nn.functional.cosine_similarity`).
            ///
            /// Edges: 0 beside a vector of zeros. The two are broadcast together.
            cosine_similarity(x: Tensor, y: Tensor, axis: Axis = Int(-1), eps: Num = Float(1e-8)) aka [] {
                family: Plain, dtype: Float => Same, shape: PairReduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.cosine_similarity(y)", "Scalar", "&array![1.0, 0.0], &array![3.0, 4.0]", "0.60000"],
                kernel: { via loss::cosine_similarity }
            }

            // ---------------------------------------------------------------- shape
            /// The elements in another shape, in row-major order. One size may be -1.
            reshape(x: Tensor, shape: Shape) aka [] {
                family: Other, dtype: Any => Same, shape: Reshape, sample: (-3.0, 3.0), kernel: {
                    fn reshape<'a, E: Element>(x: Self::View<'a, E>, shape: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// The axes in another order, reversed by default.
            transpose(x: Tensor, axes: OptInts = None) aka ["permute_dims"] {
                family: Other, dtype: Any => Same, shape: Transpose, sample: (-3.0, 3.0), kernel: {
                    fn transpose<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// Two axes exchanged.
            swapaxes(x: Tensor, axis1: Axis, axis2: Axis) aka [] {
                family: Other, dtype: Any => Same, shape: SwapAxes, sample: (-3.0, 3.0), kernel: {}
            }
            /// Without these axes, which must have size 1.
            squeeze(x: Tensor, axis: Ints) aka [] {
                family: Other, dtype: Any => Same, shape: Squeeze, sample: (-3.0, 3.0), kernel: {
                    fn squeeze<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// With new axes of size 1 at these places of the result.
            expand_dims(x: Tensor, axis: Ints) aka [] {
                family: Other, dtype: Any => Same, shape: ExpandDims, sample: (-3.0, 3.0), kernel: {
                    fn expand_dims<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// With the axes from `start` to `end` (included) as one. A scalar becomes a vector of one.
            flatten(x: Tensor, start: Axis = Int(0), end: Axis = Int(-1)) aka [] {
                family: Other, dtype: Any => Same, shape: Flatten, sample: (-3.0, 3.0), kernel: {}
            }
            /// Repeated along axes of size 1 and new leading axes, without a copy where the framework has views.
            broadcast_to(x: Tensor, shape: Shape) aka [] {
                family: Other, dtype: Any => Same, shape: BroadcastTo, sample: (-3.0, 3.0), kernel: {
                    fn broadcast_to<'a, E: Element>(x: Self::View<'a, E>, shape: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// Tensors joined along an axis.
            concatenate(tensors: Tensors, axis: Axis = Int(0)) aka ["concat"] {
                family: Other, dtype: Any => Same, shape: Concatenate, sample: (-3.0, 3.0), kernel: {
                    fn concatenate<E: Element>(tensors: &[Self::View<'_, E>], axis: usize) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Tensors of one shape joined along a new axis.
            stack(tensors: Tensors, axis: Axis = Int(0)) aka [] {
                family: Other, dtype: Any => Same, shape: Stack, sample: (-3.0, 3.0), kernel: {}
            }
            /// Reversed along these axes, all by default.
            flip(x: Tensor, axis: Axes = None) aka [] {
                family: Other, dtype: Any => Same, shape: Flip, sample: (-3.0, 3.0), kernel: {
                    fn flip<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// With `paddings = ((before, after), …)` elements of `value` added, one pair per axis. `mode` is `"constant"`.
            pad(x: Tensor, paddings: Pads, mode: Text["constant"] = Text("constant"), value: Num = Int(0)) aka [] {
                family: Other, dtype: Any => Same, shape: Pad, sample: (-3.0, 3.0), kernel: {
                    fn pad<E: Element>(x: Self::View<'_, E>, paddings: &[(usize, usize)], value: Num) -> Result<Self::Tensor<'static, E>>;
                }
            }

            // ---------------------------------------------------------------- indexing
            /// `x[…]`: positions, ranges with steps, new axes, index tensors and masks. Positions of an index tensor must be in 0..n.
            ///
            /// The kernel `slice` cuts every axis, then lets the axes in `gone` go (they have size 1 by then), then
            /// lets axes of size 1 come, at the places in `new` of the result.
            getitem(x: Tensor, index: IndexList) aka [] {
                family: Other, dtype: Any => Same, shape: GetItem, sample: (-3.0, 3.0), kernel: {
                    fn slice<'a, E: Element>(x: Self::View<'a, E>, cuts: &[Cut], gone: &[usize], new: &[usize]) -> Result<Self::Tensor<'a, E>>;
                    /// The places of a mask's true elements, in row-major order: a vector.
                    fn nonzero<M: Boolean>(mask: Self::View<'_, M>) -> Result<Self::Tensor<'static, i64>>;
                }
            }
            /// A new tensor: `x` with `value` at `x[index]`. A tensor is broadcast to the shape of `x[index]`. Of values for
            /// one position the last stays. `x` itself is not changed.
            ///
            /// The kernel `assign` replaces what the cuts take: at least one element. Their steps are positive, and a tensor
            /// has their sizes.
            index_update(x: Tensor, index: IndexList, value: Operand) aka [] {
                family: Other, dtype: Any => Same, shape: IndexUpdate, sample: (-3.0, 3.0), kernel: {
                    fn assign<E: Element>(x: Self::View<'_, E>, cuts: &[Cut], value: Operand<'_, Self, E>) -> Result<Self::Tensor<'static, E>>;
                    /// A new tensor: `x` with other rows (entries of its first axis) at positions that are in range, at least
                    /// one. A tensor has a row for each position, and of several rows for one position the last stays.
                    fn put<E: Element>(x: Self::View<'_, E>, positions: Self::View<'_, i64>, value: Operand<'_, Self, E>) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Entries along `axis` at the positions of an integer tensor, whose shape takes the axis' place. Out of range is an error.
            take(x: Tensor, indices: Index, axis: Axis = Int(0)) aka ["lookup"] {
                family: Other, dtype: Any => Same, shape: Take, sample: (-3.0, 3.0), kernel: {
                    fn take<E: Element, I: Int>(x: Self::View<'_, E>, indices: Self::View<'_, I>, axis: usize) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Elements along `axis` at the positions of a tensor of the same rank, broadcast against `x` outside the axis. Out of range is an error.
            take_along_axis(x: Tensor, indices: Index, axis: Axis = Int(-1)) aka [] {
                family: Other, dtype: Any => Same, shape: TakeAlongAxis, sample: (-3.0, 3.0), kernel: {
                    fn gather<E: Element, I: Int>(x: Self::View<'_, E>, indices: Self::View<'_, I>, axis: usize) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// A new last axis of size `num_classes`: 1 at the position that the element names, else 0. Out of range is an error.
            one_hot(indices: Index, num_classes: Size, dtype: DType = None) aka [] {
                family: Other, dtype: Any => Arg, shape: OneHot, sample: (0.0, 3.0), kernel: {
                    fn one_hot<I: Int, T: Element>(indices: Self::View<'_, I>, num_classes: usize, place: &Self::Place) -> Result<Self::Tensor<'static, T>>;
                }
            }

            // ---------------------------------------------------------------- linear algebra
            /// Matrix product over the last two axes, the leading ones broadcast. A vector on the left is a row, on the right a column, and its axis goes.
            matmul(x: Tensor, y: Tensor) aka [] {
                family: Other, dtype: Numeric => Same, shape: Matmul, sample: (-3.0, 3.0), kernel: {
                    fn matmul<E: Numeric>(x: Self::View<'_, E>, y: Self::View<'_, E>) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Inner product of two vectors.
            dot(x: Tensor, y: Tensor) aka ["vecdot"] {
                family: Other, dtype: Numeric => Same, shape: Dot, sample: (-3.0, 3.0), kernel: {}
            }
            /// Products of all pairs of elements of two vectors: `[N]` and `[M]` give `[N, M]`.
            outer(x: Tensor, y: Tensor) aka [] {
                family: Other, dtype: Numeric => Same, shape: Outer, sample: (-3.0, 3.0), kernel: {}
            }

            // ---------------------------------------------------------------- creation
            /// A tensor of zeros. The element type is the function's float type by default, as in all creation functions.
            zeros(shape: Shape, dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: FromShape, sample: (0.0, 1.0), kernel: {}
            }
            /// A tensor of ones.
            ones(shape: Shape, dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: FromShape, sample: (0.0, 1.0), kernel: {}
            }
            /// A tensor filled with `value`.
            full(shape: Shape, value: Num, dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: FromShape, sample: (0.0, 1.0), kernel: {
                    fn full<T: Element>(place: &Self::Place, shape: &[usize], value: Num) -> Result<Self::Tensor<'static, T>>;
                }
            }
            /// Zeros in the shape and element type of `x`.
            zeros_like(x: Tensor) aka [] {
                family: Other, dtype: Any => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// Ones in the shape and element type of `x`.
            ones_like(x: Tensor) aka [] {
                family: Other, dtype: Any => Same, shape: Same, sample: (-3.0, 3.0), kernel: {}
            }
            /// `value` in the shape and element type of `x`.
            full_like(x: Tensor, value: Num) aka [] {
                family: Other, dtype: Any => Same, shape: Same, sample: (-3.0, 3.0), kernel: {
                    fn full_like<E: Element>(x: Self::View<'_, E>, value: Num) -> Result<Self::Tensor<'static, E>> {
                        Self::full::<E>(&Self::place::<E>(&x), &Self::shape(&x), value)
                    }
                }
            }
            /// start, start + step, … below `stop` (above it for a negative step). One argument is the `stop`.
            arange(start: Num, stop: OptNum = None, step: Num = Int(1), dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: Arange, sample: (0.0, 1.0), kernel: {
                    fn arange<T: Element>(place: &Self::Place, start: Num, step: Num, len: usize) -> Result<Self::Tensor<'static, T>>;
                }
            }
            /// Ones on the diagonal `k` (0 the main one, positive above it) of an `n` by `m` matrix (`n` by default), else zeros.
            eye(n: Size, m: OptSize = None, k: Int = Int(0), dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: Eye, sample: (0.0, 1.0), kernel: {
                    fn eye<T: Element>(place: &Self::Place, n: usize, m: usize, k: i64) -> Result<Self::Tensor<'static, T>>;
                }
            }
            /// Uniform random numbers in `low`..`high`. The same seed gives the same numbers on every backend.
            uniform(shape: Shape, low: Num = Float(0.0), high: Num = Float(1.0), seed: Seed, dtype: DType = None) aka [] {
                family: Creation, dtype: Float => Arg, shape: FromShape, sample: (0.0, 1.0), kernel: {
                    fn from_f64s<T: Element>(place: &Self::Place, shape: &[usize], data: Vec<f64>) -> Result<Self::Tensor<'static, T>>;
                }
            }
            /// Normal random numbers. The same seed gives the same numbers on every backend.
            normal(shape: Shape, mean: Num = Float(0.0), std: Num = Float(1.0), seed: Seed, dtype: DType = None) aka [] {
                family: Creation, dtype: Float => Arg, shape: FromShape, sample: (0.0, 1.0), kernel: {}
            }

            // ---------------------------------------------------------------- order
            /// The elements along `axis` in ascending order. NaN counts as the largest.
            sort(x: Tensor, axis: Axis = Int(-1), descending: Flag = Bool(false)) aka [] {
                family: Other, dtype: Any => Same, shape: Along, sample: (-3.0, 3.0), kernel: {
                    fn sort<E: Element>(x: Self::View<'_, E>, axis: usize, descending: bool) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// The positions that sort along `axis`; equal elements keep their order. NaN counts as the largest.
            argsort(x: Tensor, axis: Axis = Int(-1), descending: Flag = Bool(false)) aka [] {
                family: Other, dtype: Any => Index, shape: Along, sample: (-3.0, 3.0), kernel: {
                    fn argsort<E: Element>(x: Self::View<'_, E>, axis: usize, descending: bool) -> Result<Self::Tensor<'static, i64>>;
                }
            }
            /// The `k` largest elements of the last axis in descending order, and their positions; of equal ones the first. NaN counts as the largest.
            topk(x: Tensor, k: Size) aka [] {
                family: Other, dtype: Any => Pair, shape: TopK, sample: (-3.0, 3.0), kernel: {
                    fn topk<E: Element>(x: Self::View<'_, E>, k: usize) -> Result<(Self::Tensor<'static, E>, Self::Tensor<'static, i64>)> {
                        let shape = Self::shape(&x);
                        let axis = shape.len().saturating_sub(1);
                        let order = Self::argsort::<E>(x.clone(), axis, true)?;
                        let mut cuts: Vec<Cut> = shape.iter().map(|&n| Cut::full(n)).collect();
                        if let Some(last) = cuts.last_mut() {
                            last.len = k;
                        }
                        let first = Self::slice::<i64>(Self::borrow(&order), &cuts, &[], &[])?;
                        let values = Self::gather::<E, i64>(x, Self::borrow(&first), axis)?;
                        Ok((values, Self::copy::<i64>(Self::borrow(&first))?))
                    }
                }
            }
        }
    };
}
pub(crate) use for_each_op;
