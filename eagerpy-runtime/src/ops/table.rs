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
            /// eˣ / Σ eˣ along `axis`, without overflow. NaN where all elements are -inf.
            softmax(x: Tensor, axis: Axis = Int(-1)) aka [] {
                family: Other, dtype: Float => Same, shape: Along, sample: (-3.0, 3.0), kernel: {
                    fn softmax<E: Float>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Logarithm of the softmax along `axis`.
            log_softmax(x: Tensor, axis: Axis = Int(-1)) aka [] {
                family: Other, dtype: Float => Same, shape: Along, sample: (-3.0, 3.0), kernel: {
                    fn log_softmax<E: Float>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// -log softmax(logits) at the label, one value per row: `[N, C]` and labels `[N]` give `[N]`.
            ///
            /// A label outside 0..C is an error.
            crossentropy(logits: Tensor, labels: Index) aka ["cross_entropy"] {
                family: Other, dtype: Float => Same, shape: CrossEntropy, sample: (-3.0, 3.0), kernel: {
                    fn crossentropy<E: Float, I: Int>(logits: Self::View<'_, E>, labels: Self::View<'_, I>) -> Result<Self::Tensor<'static, E>> {
                        let log = Self::log_softmax::<E>(logits, 1)?;
                        let column = Self::expand_dims::<I>(labels, &[1])?;
                        let picked = Self::gather::<E, I>(Self::borrow(&log), Self::borrow(&column), 1)?;
                        let row = Self::squeeze::<E>(Self::borrow(&picked), &[1])?;
                        Self::negative::<E>(Self::borrow(&row))
                    }
                }
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
            ///
            /// Edges: over an inner axis of size 0 every sum is 0. Ints wrap, in their own type.
            ///
            /// Other libraries: `@` in Python; `mm`, `bmm` and `mv` in PyTorch.
            matmul(x: Tensor, y: Tensor) aka [] {
                family: Other, dtype: Numeric => Same, shape: Matmul, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.matmul(y)", "Tensor", "&array![[1.0, 2.0], [3.0, 4.0]], &array![1.0, -1.0]", "[-1.00000, -1.00000]"],
                kernel: {
                    fn matmul<E: Numeric>(x: Self::View<'_, E>, y: Self::View<'_, E>) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Inner product of two vectors.
            ///
            /// Edges: 0 of vectors without elements. Ints wrap, in their own type.
            ///
            /// Other libraries: NumPy's `dot` takes matrices, too: here that is `matmul`; over an axis of a stack it is `vecdot`.
            dot(x: Tensor, y: Tensor) aka ["inner"] {
                family: Other, dtype: Numeric => Same, shape: Dot, sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N>, y: &Tensor<f32, N>", "x.dot(y)", "Scalar<f32>", "&array![1.0, 2.0], &array![3.0, -4.0]", "-5.00000"],
                kernel: {}
            }
            /// Inner products over an axis that both have; the other axes broadcast.
            ///
            /// Formula: Σ x·y (Array API 2024.12).
            ///
            /// Edges: 0 over an axis of size 0. Ints wrap, in their own type. Tensors of different rank count the axis from the end.
            ///
            /// Other libraries: `linalg.vecdot` in NumPy, PyTorch and JAX.
            vecdot(x: Tensor, y: Tensor, axis: Int = Int(-1)) aka [] {
                family: Plain, dtype: Numeric => Same, shape: VecDot, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.vecdot(y)", "Tensor", "&array![[1.0, 2.0], [3.0, 4.0]], &array![1.0, -1.0]", "[-1.00000, -1.00000]"],
                kernel: { via linalg::vecdot }
            }
            /// Products of all pairs of elements of two vectors: `[N]` and `[M]` give `[N, M]`.
            ///
            /// Other libraries: `outer` in NumPy, whose tensors of more axes are flattened; `ger` in PyTorch.
            outer(x: Tensor, y: Tensor) aka ["ger"] {
                family: Other, dtype: Numeric => Same, shape: Outer, sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N>, y: &Tensor<f32, M>", "x.outer(y)", "Tensor<f32, N, M>", "&array![1.0, 2.0], &array![3.0, 4.0]", "[[3.00000, 4.00000],\n [6.00000, 8.00000]]"],
                kernel: {}
            }
            /// Cross product of vectors of three along `axis`; the other axes broadcast.
            ///
            /// Formula: (x₁y₂ - x₂y₁, x₂y₀ - x₀y₂, x₀y₁ - x₁y₀) (Array API 2024.12).
            ///
            /// Edges: Tensors of different rank count the axis from the end.
            ///
            /// Other libraries: NumPy's old `cross` of vectors of two is `x[0] * y[1] - x[1] * y[0]`.
            cross(x: Tensor, y: Tensor, axis: Int = Int(-1)) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Cross, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.cross(y)", "Tensor", "&array![1.0, 0.0, 0.0], &array![0.0, 1.0, 0.0]", "[0.00000, 0.00000, 1.00000]"],
                kernel: { via linalg::cross }
            }
            /// Kronecker product: each element of `x` times all of `y`, in blocks. The sizes are multiplied, aligned at the last axis.
            ///
            /// Formula: NumPy's `kron`.
            kron(x: Tensor, y: Tensor) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Kron, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.kron(y)", "Tensor", "&array![1.0, 2.0], &array![1.0, -1.0]", "[1.00000, -1.00000, 2.00000, -2.00000]"],
                kernel: { via linalg::kron }
            }
            /// Sums of products over the last `axes` axes of `x` and the first ones of `y`.
            ///
            /// Formula: Array API 2024.12, where `axes` is a number.
            ///
            /// Edges: with 0 axes it is the product of all pairs. Ints wrap, in their own type.
            ///
            /// Other libraries: pairs of axes, as NumPy takes them, are written with `einsum`.
            tensordot(x: Tensor, y: Tensor, axes: Int = Int(2)) aka [] {
                family: Plain, dtype: Numeric => Same, shape: TensorDot, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.tensordot(y, axes = 1)", "Tensor", "&array![[1.0, 2.0], [3.0, 4.0]], &array![1.0, -1.0]", "[-1.00000, -1.00000]"],
                kernel: { via linalg::tensordot }
            }
            /// Sums of products by Einstein's notation: `einsum("bij,bjk->bik", x, y)`.
            ///
            /// Each operand has a letter for each axis, or `...` for leading axes, which broadcast. A letter is one size
            /// wherever it stands; twice in one operand it is the diagonal. What is not in the result is summed over. Without
            /// `->` the result has the letters that stand once, in the order of the alphabet.
            ///
            /// Formula: NumPy's `einsum`.
            ///
            /// Edges: Ints wrap, in their own type. Operands are multiplied two at a time, the smallest result first.
            ///
            /// Other libraries: the equation comes first in NumPy, PyTorch, JAX and TensorFlow, too. NumPy and PyTorch also broadcast letters of size 1.
            einsum(equation: Text, tensors: Rest) aka [] {
                family: Other, dtype: Numeric => Same, shape: Einsum, sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, K>, y: &Tensor<f32, K, M>", "einsum(\"ij,jk->ki\", x, y)", "Tensor<f32, M, N>", "&array![[1.0, 2.0], [3.0, 4.0]], &array![[1.0], [-1.0]]", "[[-1.00000, -1.00000]]"],
                kernel: {
                    fn einsum<E: Numeric>(equation: &str, tensors: &[Self::View<'_, E>]) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::einsum::einsum::<Self, E>(equation, tensors)
                    }
                }
            }
            /// Determinant.
            ///
            /// Formula: the product of the pivots of LU with exchanged rows.
            ///
            /// Edges: 1 of a matrix without rows; NaN if there is NaN.
            ///
            /// Other libraries: `linalg.det`.
            det(x: Tensor) aka [] {
                family: Plain, dtype: Float => Same, shape: Core("(..., n, n) -> (...)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, N>", "x.det()", "Scalar<f32>", "&array![[1.0, 2.0], [3.0, 4.0]]", "-2.00000"],
                kernel: { via linalg::det }
            }
            /// Sign of the determinant, and the natural logarithm of its size.
            ///
            /// Edges: 0 and -inf of a singular matrix, 1 and 0 of one without rows; NaN and NaN if there is NaN.
            ///
            /// Other libraries: `linalg.slogdet`; `logdet` in PyTorch is the logarithm alone.
            slogdet(x: Tensor) aka [] {
                family: Plain, dtype: Float => Twice, shape: Core("(..., n, n) -> (...), (...)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, N>", "{ let (sign, log) = x.slogdet(); sign * log.exp() }", "Scalar<f32>", "&array![[1.0, 2.0], [3.0, 4.0]]", "-2.00000"],
                kernel: { via linalg::slogdet }
            }
            /// Inverse of a matrix.
            ///
            /// Edges: a singular matrix is an error, and so is one with NaN. What is singular but for rounding gives large numbers.
            ///
            /// Other libraries: `linalg.inv`; `x⁻¹b` is better written `x.solve(b)`.
            inv(x: Tensor) aka ["inverse"] {
                family: Plain, dtype: Float => Same, shape: Core("(..., n, n) -> (..., n, n)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, N>", "x.inv()", "Tensor<f32, N, N>", "&array![[1.0, 2.0], [3.0, 4.0]]", "[[-2.00000, 1.00000],\n [1.50000, -0.50000]]"],
                kernel: { via linalg::inv }
            }
            /// The solution of x·z = y. A `y` of one axis is a vector, any other has matrices in its last two axes; the leading axes broadcast.
            ///
            /// Edges: a singular `x` is an error, and so is one with NaN.
            ///
            /// Other libraries: `linalg.solve` of NumPy 2. PyTorch takes a `y` of one axis less than `x` for a stack of vectors.
            solve(x: Tensor, y: Tensor) aka [] {
                family: Plain, dtype: Float => Same, shape: Solve, sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, N>, y: &Tensor<f32, N>", "x.solve(y)", "Tensor<f32, N>", "&array![[2.0, 0.0], [1.0, 1.0]], &array![4.0, 3.0]", "[2.00000, 1.00000]"],
                kernel: { via linalg::solve }
            }
            /// The solution of x·z = y for a triangular `x`; what stands on the other side of its diagonal is not read. `y` as in `solve`.
            ///
            /// Edges: 0 or NaN on the diagonal is an error.
            ///
            /// Other libraries: SciPy's and JAX's `solve_triangular`; in PyTorch `upper` must be given.
            solve_triangular(x: Tensor, y: Tensor, lower: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Float => Same, shape: Solve, sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, N>, y: &Tensor<f32, N>", "x.solve_triangular(y, lower = true)", "Tensor<f32, N>", "&array![[2.0, 9.0], [1.0, 1.0]], &array![4.0, 3.0]", "[2.00000, 1.00000]"],
                kernel: { via linalg::solve_triangular }
            }
            /// Lower triangular `L` of `x = L·Lᵀ`. Of `x` the lower triangle alone is read.
            ///
            /// Edges: a matrix that is not positive definite is an error, and so is one with NaN.
            ///
            /// Other libraries: `linalg.cholesky`.
            cholesky(x: Tensor) aka [] {
                family: Plain, dtype: Float => Same, shape: Core("(..., n, n) -> (..., n, n)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, N>", "x.cholesky()", "Tensor<f32, N, N>", "&array![[4.0, 2.0], [2.0, 5.0]]", "[[2.00000, 0.00000],\n [1.00000, 2.00000]]"],
                kernel: { via linalg::cholesky }
            }
            /// `Q` with orthonormal columns and upper triangular `R` of `x = Q·R`, reduced: `[M, N]` gives `[M, K]` and `[K, N]` with the smaller one of both sizes for `K`.
            ///
            /// Edges: the signs of columns of `Q` and rows of `R` are not laid down: backends differ. Of a matrix without full rank, columns of `Q` are not laid down either.
            ///
            /// Other libraries: `linalg.qr` with `mode = "reduced"`.
            qr(x: Tensor) aka [] {
                family: Plain, dtype: Float => Twice, shape: Core("(..., m, n) -> (..., m, m|n), (..., m|n, n)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, N>", "{ let (q, r) = x.qr(); q.matmul(r) }", "Tensor<f32, N, N>", "&array![[1.0, 2.0], [3.0, 4.0]]", "[[1.00000, 2.00000],\n [3.00000, 4.00000]]"],
                kernel: { via linalg::qr }
            }
            /// Eigenvalues of a symmetric matrix, in ascending order. The lower triangle alone is read.
            ///
            /// Edges: an element that is infinite or NaN is an error.
            ///
            /// Other libraries: `linalg.eigvalsh`.
            eigvalsh(x: Tensor) aka [] {
                family: Plain, dtype: Float => Same, shape: Core("(..., n, n) -> (..., n)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, N>", "x.eigvalsh()", "Tensor<f32, N>", "&array![[2.0, 1.0], [1.0, 2.0]]", "[1.00000, 3.00000]"],
                kernel: { via linalg::eigvalsh }
            }
            /// Eigenvalues of a symmetric matrix, in ascending order, and orthonormal eigenvectors, in columns. The lower triangle alone is read.
            ///
            /// Edges: an element that is infinite or NaN is an error. The sign of an eigenvector is not laid down, nor which vectors span the space of equal eigenvalues: backends differ.
            ///
            /// Other libraries: `linalg.eigh`.
            eigh(x: Tensor) aka [] {
                family: Plain, dtype: Float => Twice, shape: Core("(..., n, n) -> (..., n), (..., n, n)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, N>", "{ let (w, v) = x.eigh(); (v * w).matmul(v.transpose()) }", "Tensor<f32, N, N>", "&array![[2.0, 1.0], [1.0, 2.0]]", "[[2.00000, 1.00000],\n [1.00000, 2.00000]]"],
                kernel: { via linalg::eigh }
            }
            /// Singular values, in descending order.
            ///
            /// Edges: an element that is infinite or NaN is an error.
            ///
            /// Other libraries: `linalg.svdvals`.
            svdvals(x: Tensor) aka [] {
                family: Plain, dtype: Float => Same, shape: Core("(..., m, n) -> (..., m|n)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.svdvals()", "Tensor", "&array![[3.0, 0.0], [0.0, -4.0]]", "[4.00000, 3.00000]"],
                kernel: { via linalg::svdvals }
            }
            /// `U`, the singular values in descending order, and `Vᵀ` of `x = U·diag(S)·Vᵀ`, reduced: `[M, N]` gives `[M, K]`, `[K]` and `[K, N]` with the smaller one of both sizes for `K`.
            ///
            /// Edges: an element that is infinite or NaN is an error. The signs of pairs of singular vectors are not laid down, nor which vectors span the space of equal values: backends differ.
            ///
            /// Other libraries: `linalg.svd` with `full_matrices = false`; `torch.svd` gives `V`.
            svd(x: Tensor) aka [] {
                family: Plain, dtype: Float => Thrice, shape: Core("(..., m, n) -> (..., m, m|n), (..., m|n), (..., m|n, n)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, N>", "{ let (u, s, vh) = x.svd(); (u * s).matmul(vh) }", "Tensor<f32, N, N>", "&array![[3.0, 0.0], [0.0, 4.0]]", "[[3.00000, 0.00000],\n [0.00000, 4.00000]]"],
                kernel: { via linalg::svd }
            }
            /// Inverse of Moore and Penrose. Singular values up to `rtol` times the largest count as 0.
            ///
            /// Formula: V·diag(1/S)·Uᵀ; `rtol` is max(M, N)·ε by default, ε the distance from 1 to the next number of the type (Array API 2024.12).
            ///
            /// Edges: an element that is infinite or NaN is an error.
            ///
            /// Other libraries: `linalg.pinv`; NumPy's default is 1e-15.
            pinv(x: Tensor, rtol: OptNum = None) aka ["pinverse"] {
                family: Plain, dtype: Float => Same, shape: Core("(..., m, n) -> (..., n, m)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.pinv()", "Tensor", "&array![[2.0, 0.0], [0.0, 0.0]]", "[[0.50000, 0.00000],\n [0.00000, 0.00000]]"],
                kernel: { via linalg::pinv }
            }
            /// Number of singular values above `rtol` times the largest.
            ///
            /// Formula: `rtol` is max(M, N)·ε by default, ε the distance from 1 to the next number of the type (Array API 2024.12).
            ///
            /// Edges: an element that is infinite or NaN is an error.
            ///
            /// Other libraries: `linalg.matrix_rank`, whose old `tol` in NumPy is absolute.
            matrix_rank(x: Tensor, rtol: OptNum = None) aka [] {
                family: Plain, dtype: Float => Index, shape: Core("(..., m, n) -> (...)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, M>", "x.matrix_rank()", "Scalar<i64>", "&array![[1.0, 2.0], [2.0, 4.0]]", "1"],
                kernel: { via linalg::matrix_rank }
            }
            /// Matrix to the power of an integer: `n` factors, of the inverse where `n` is negative.
            ///
            /// Edges: the power 0 is the matrix of ones on the diagonal, whatever `x` is. A singular matrix to a negative power is an error.
            ///
            /// Other libraries: `linalg.matrix_power`.
            matrix_power(x: Tensor, n: Int) aka [] {
                family: Plain, dtype: Float => Same, shape: Core("(..., n, n) -> (..., n, n)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, N>", "x.matrix_power(3)", "Tensor<f32, N, N>", "&array![[1.0, 1.0], [0.0, 1.0]]", "[[1.00000, 3.00000],\n [0.00000, 1.00000]]"],
                kernel: { via linalg::matrix_power }
            }
            /// Norm of a matrix: `"fro"` √Σx², `"nuc"` the sum of the singular values, `"2"` the largest and `"-2"` the smallest of them, `"1"` and `"-1"` the largest and smallest Σ|x| of a column, `"inf"` and `"-inf"` of a row.
            ///
            /// Edges: 0 of a matrix without elements, where there is a largest one to be found; there is no smallest one.
            ///
            /// Other libraries: `linalg.matrix_norm`, whose `ord` may be a number; norms of vectors are `l1`, `l2`, `linf` and `lp`.
            matrix_norm(x: Tensor, ord: Text["fro", "nuc", "1", "-1", "2", "-2", "inf", "-inf"] = Text("fro")) aka [] {
                family: Plain, dtype: Float => Same, shape: Core("(..., m, n) -> (...)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N, M>", "x.matrix_norm()", "Scalar<f32>", "&array![[3.0, 0.0], [0.0, 4.0]]", "5.00000"],
                kernel: { via linalg::matrix_norm }
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
