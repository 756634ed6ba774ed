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
            ///
            /// Edges: -1 next to a size of 0 is an error, since any number would do.
            ///
            /// Other libraries: NumPy `reshape`, PyTorch `reshape` and `view`.
            reshape(x: Tensor, shape: Shape) aka [] {
                family: Other, dtype: Any => Same, shape: Reshape, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.reshape((2, -1))", "Tensor<i64>", "&array![1_i64, 2, 3, 4]", "[[1, 2],\\n [3, 4]]"],
                kernel: {
                    fn reshape<'a, E: Element>(x: Self::View<'a, E>, shape: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// The axes in another order, reversed by default.
            ///
            /// Other libraries: NumPy `transpose`, PyTorch `permute`, Array API 2024.12 `permute_dims`. PyTorch's `transpose`
            /// exchanges two axes: that is `swapaxes`.
            transpose(x: Tensor, axes: OptInts = None) aka ["permute_dims"] {
                family: Other, dtype: Any => Same, shape: Transpose, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.transpose()", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[[1, 3],\\n [2, 4]]"],
                kernel: {
                    fn transpose<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// Every matrix turned over its diagonal: the last two axes exchanged.
            ///
            /// Edges: it takes at least two axes.
            ///
            /// Other libraries: Array API 2024.12 and NumPy `matrix_transpose`, PyTorch and NumPy `x.mT`.
            matrix_transpose(x: Tensor) aka ["mT"] {
                family: Other, dtype: Any => Same, shape: MatrixTranspose, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.matrix_transpose()", "Tensor<i64>", "&array![[1_i64, 2, 3]]", "[[1],\\n [2],\\n [3]]"],
                kernel: {}
            }
            /// Two axes exchanged.
            ///
            /// Other libraries: NumPy `swapaxes`, PyTorch `transpose` and `swapdims`.
            swapaxes(x: Tensor, axis1: Axis, axis2: Axis) aka [] {
                family: Other, dtype: Any => Same, shape: SwapAxes, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.swapaxes(0, 1)", "Tensor<i64>", "&array![[1_i64, 2, 3]]", "[[1],\\n [2],\\n [3]]"],
                kernel: {}
            }
            /// The axes `source` at the places `destination` of the result; the others keep their order.
            ///
            /// Edges: both lists have one length, and neither names an axis twice.
            ///
            /// Other libraries: Array API 2024.12 and NumPy `moveaxis`, PyTorch `movedim`.
            moveaxis(x: Tensor, source: Ints, destination: Ints) aka ["movedim"] {
                family: Other, dtype: Any => Same, shape: MoveAxis, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64, N, M>", "x.moveaxis(0, -1)", "Tensor<i64, M, N>", "&array![[1_i64, 2, 3]]", "[[1],\\n [2],\\n [3]]"],
                kernel: {}
            }
            /// Without these axes, which must have size 1.
            ///
            /// Edges: the axes are always named. A batch of 1 would go with the others if none were.
            ///
            /// Other libraries: NumPy and PyTorch `squeeze` take away all axes of size 1 where none is named.
            squeeze(x: Tensor, axis: Ints) aka [] {
                family: Other, dtype: Any => Same, shape: Squeeze, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.squeeze(axis = 0)", "Tensor<i64>", "&array![[1_i64, 2, 3]]", "[1, 2, 3]"],
                kernel: {
                    fn squeeze<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// With new axes of size 1 at these places of the result.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `expand_dims`, PyTorch `unsqueeze`.
            expand_dims(x: Tensor, axis: Ints) aka [] {
                family: Other, dtype: Any => Same, shape: ExpandDims, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.expand_dims(axis = 1)", "Tensor<i64>", "&array![1_i64, 2]", "[[1],\\n [2]]"],
                kernel: {
                    fn expand_dims<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// With one axis at least: a scalar becomes a vector of one.
            ///
            /// Other libraries: NumPy and PyTorch `atleast_1d`.
            atleast_1d(x: Tensor) aka [] {
                family: Other, dtype: Any => Same, shape: AtLeast(1), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.sum().atleast_1d()", "Tensor<i64>", "&array![1_i64, 2]", "[3]"],
                kernel: {}
            }
            /// With two axes at least: a vector becomes a matrix of one row.
            ///
            /// Other libraries: NumPy and PyTorch `atleast_2d`.
            atleast_2d(x: Tensor) aka [] {
                family: Other, dtype: Any => Same, shape: AtLeast(2), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.atleast_2d()", "Tensor<i64>", "&array![1_i64, 2]", "[[1, 2]]"],
                kernel: {}
            }
            /// With the axes from `start` to `end` (included) as one. A scalar becomes a vector of one.
            ///
            /// Other libraries: PyTorch `flatten`; NumPy `ravel` and `flatten` are the same without bounds.
            flatten(x: Tensor, start: Axis = Int(0), end: Axis = Int(-1)) aka ["ravel"] {
                family: Other, dtype: Any => Same, shape: Flatten, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.flatten()", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[1, 2, 3, 4]"],
                kernel: {}
            }
            /// With one axis as several, of these sizes, whose product is that of the axis. One size may be -1.
            ///
            /// Other libraries: PyTorch `unflatten`.
            unflatten(x: Tensor, axis: Axis, sizes: Ints) aka [] {
                family: Other, dtype: Any => Same, shape: Unflatten, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.unflatten(0, (2, -1))", "Tensor<i64>", "&array![1_i64, 2, 3, 4]", "[[1, 2],\\n [3, 4]]"],
                kernel: {}
            }
            /// Repeated along axes of size 1 and new leading axes, without a copy where the framework has views.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `broadcast_to`, PyTorch `expand`.
            broadcast_to(x: Tensor, shape: Shape) aka [] {
                family: Other, dtype: Any => Same, shape: BroadcastTo, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.broadcast_to((2, 2))", "Tensor<i64>", "&array![1_i64, 2]", "[[1, 2],\\n [1, 2]]"],
                kernel: {
                    fn broadcast_to<'a, E: Element>(x: Self::View<'a, E>, shape: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// A list of tensors, broadcast to the one shape that all of them fit.
            ///
            /// Other libraries: Array API 2024.12 and NumPy `broadcast_arrays`, PyTorch `broadcast_tensors`.
            broadcast_arrays(tensors: Tensors) aka ["broadcast_tensors"] {
                family: Plain, dtype: Any => List, shape: BroadcastArrays, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, y: &Tensor<i64>", "broadcast_arrays([x, y])[0]", "Tensor<i64>", "&array![[1_i64], [2]], &array![3_i64, 4]", "[[1, 1],\\n [2, 2]]"],
                kernel: { via movement::broadcast_arrays }
            }
            /// Tensors joined along an axis.
            ///
            /// Other libraries: NumPy `concatenate`, Array API 2024.12 `concat`, PyTorch `cat`.
            concatenate(tensors: Tensors, axis: Axis = Int(0)) aka ["concat"] {
                family: Other, dtype: Any => Same, shape: Concatenate, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, y: &Tensor<i64>", "concatenate([x, y])", "Tensor<i64>", "&array![1_i64, 2], &array![3_i64]", "[1, 2, 3]"],
                kernel: {
                    fn concatenate<E: Element>(tensors: &[Self::View<'_, E>], axis: usize) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Tensors of one shape joined along a new axis.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `stack`.
            stack(tensors: Tensors, axis: Axis = Int(0)) aka [] {
                family: Other, dtype: Any => Same, shape: Stack, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, y: &Tensor<i64>", "stack([x, y], axis = 1)", "Tensor<i64>", "&array![1_i64, 2], &array![3_i64, 4]", "[[1, 3],\\n [2, 4]]"],
                kernel: {}
            }
            /// A list of the parts of an axis: `sections` equal ones, or those of `sizes`, which add up to the axis.
            ///
            /// Edges: an axis that does not fall into equal parts is an error; `chunk` has a shorter last part. One of
            /// `sections` and `sizes` is given.
            ///
            /// Other libraries: NumPy `split` takes the number of parts, or the positions of the cuts; PyTorch `split` takes the
            /// size of a part, or the sizes of all.
            split(x: Tensor, sections: OptSize = None, axis: Axis = Int(0), sizes: OptInts = None) aka [] {
                family: Plain, dtype: Any => List, shape: Split, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.split(2)[1]", "Tensor<i64>", "&array![1_i64, 2, 3, 4]", "[3, 4]"],
                kernel: { via movement::split }
            }
            /// A list of the parts of an axis, `chunks` at most, each of ⌈n / chunks⌉ entries but the last, which has what is left.
            ///
            /// Edges: an axis of 0 gives `chunks` empty parts.
            ///
            /// Other libraries: PyTorch `chunk`. NumPy's `array_split` makes parts whose sizes differ by 1 at most.
            chunk(x: Tensor, chunks: Size, axis: Axis = Int(0)) aka [] {
                family: Plain, dtype: Any => List, shape: Chunk, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.chunk(2)[1]", "Tensor<i64>", "&array![1_i64, 2, 3]", "[3]"],
                kernel: { via movement::chunk }
            }
            /// A list of the entries of an axis, which goes.
            ///
            /// Other libraries: Array API 2024.12 and NumPy `unstack`, PyTorch `unbind`.
            unstack(x: Tensor, axis: Axis = Int(0)) aka ["unbind"] {
                family: Plain, dtype: Any => List, shape: Unstack, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.unstack(axis = 1)[1]", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[2, 4]"],
                kernel: { via movement::unstack }
            }
            /// Each entry of an axis several times over, one copy behind the other. Of no axis, all elements in row-major order.
            ///
            /// `repeats` is one number for all entries, or a list of one for each; 0 leaves an entry out.
            ///
            /// Edges: a negative number is an error.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `repeat`, PyTorch `repeat_interleave`. PyTorch's `repeat` is `tile`.
            repeat(x: Tensor, repeats: Ints, axis: FlatAxis = None) aka ["repeat_interleave"] {
                family: Plain, dtype: Any => Same, shape: Repeat, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.repeat((2, 1))", "Tensor<i64>", "&array![1_i64, 2]", "[1, 1, 2]"],
                kernel: { via movement::repeat }
            }
            /// The whole tensor several times over along each axis: one number per axis.
            ///
            /// Edges: 0 gives an empty tensor.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `tile` add axes where the numbers are not one per axis; PyTorch `repeat`
            /// and `tile`.
            tile(x: Tensor, multiples: Shape) aka [] {
                family: Plain, dtype: Any => Same, shape: Tile, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.tile([2])", "Tensor<i64>", "&array![1_i64, 2]", "[1, 2, 1, 2]"],
                kernel: { via movement::tile }
            }
            /// Each entry of an axis `shift` places further on; what falls off the end comes in at the beginning. Of no axis, all
            /// elements in row-major order.
            ///
            /// Edges: several axes take one shift, or one for each. A negative shift goes backwards. An axis that stands twice is
            /// moved twice.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `roll`.
            roll(x: Tensor, shift: Ints, axis: OptInts = None) aka [] {
                family: Other, dtype: Any => Same, shape: Roll, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.roll(1)", "Tensor<i64>", "&array![1_i64, 2, 3]", "[3, 1, 2]"],
                kernel: {
                    /// Axes by shifts that are smaller than they are, one behind the other.
                    fn roll<E: Element>(x: Self::View<'_, E>, by: &[(usize, usize)]) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::movement::roll::<Self, E>(x, by)
                    }
                }
            }
            /// Reversed along these axes, all by default.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `flip`.
            flip(x: Tensor, axis: Axes = None) aka [] {
                family: Other, dtype: Any => Same, shape: Flip, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.flip(axis = 0)", "Tensor<i64>", "&array![1_i64, 2, 3]", "[3, 2, 1]"],
                kernel: {
                    fn flip<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// Turned `k` times by 90 degrees, from the first of two axes towards the second: the first two by default.
            ///
            /// Edges: a negative `k` turns the other way.
            ///
            /// Other libraries: NumPy and PyTorch `rot90`.
            rot90(x: Tensor, k: Int = Int(1), axes: OptInts = None) aka [] {
                family: Plain, dtype: Any => Same, shape: Rot90, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.rot90()", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[[2, 4],\\n [1, 3]]"],
                kernel: { via movement::rot90 }
            }
            /// With `paddings = ((before, after), …)` elements added, one pair per axis.
            ///
            /// `mode` says which: `"constant"` ones of `value`; `"edge"`, the element at the end once more; `"reflect"`, those from
            /// the end backwards without the one at the end; `"wrap"`, those from the other end.
            ///
            /// Edges: `"reflect"` takes at most n - 1 elements of an axis of n; `"edge"` and `"wrap"` take any number of an axis that
            /// has elements. The element type stays.
            ///
            /// Other libraries: NumPy `pad`; PyTorch has these modes as `"constant"`, `"replicate"`, `"reflect"` and `"circular"`. NumPy
            /// goes on reflecting beyond n - 1; PyTorch refuses it, too.
            pad(x: Tensor, paddings: Pads, mode: Text["constant", "reflect", "edge", "wrap"] = Text("constant"), value: Num = Int(0)) aka [] {
                family: Other, dtype: Any => Same, shape: Pad, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.pad([(1, 2)], mode = \"reflect\")", "Tensor<i64>", "&array![1_i64, 2, 3]", "[2, 1, 2, 3, 2, 1]"],
                kernel: {
                    fn pad<E: Element>(x: Self::View<'_, E>, paddings: &[(usize, usize)], value: Num) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Every window of `size` entries along an axis, `step` apart: the axis counts the windows, and a new last axis has their
            /// entries.
            ///
            /// Edges: what is left at the end and fills no window is left out; a window larger than the axis is an error.
            ///
            /// Other libraries: PyTorch `unfold` of a tensor, NumPy `sliding_window_view`.
            sliding_window(x: Tensor, size: Size, step: Size = Int(1), axis: Axis = Int(-1)) aka ["sliding_window_view"] {
                family: Plain, dtype: Any => Same, shape: Windows, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.sliding_window(2)", "Tensor<i64>", "&array![1_i64, 2, 3]", "[[1, 2],\\n [2, 3]]"],
                kernel: { via movement::sliding_window }
            }
            /// The lower triangle of every matrix, with 0 above diagonal `k` (0 the main one, positive above it).
            ///
            /// Edges: it takes at least two axes. What is not kept is 0, whatever it was, NaN too.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `tril`.
            tril(x: Tensor, k: Int = Int(0)) aka [] {
                family: Plain, dtype: Any => Same, shape: Core("(..., n, m) -> (..., n, m)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.tril()", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[[1, 0],\\n [3, 4]]"],
                kernel: { via movement::tril }
            }
            /// The upper triangle of every matrix, with 0 below diagonal `k` (0 the main one, positive above it).
            ///
            /// Edges: it takes at least two axes. What is not kept is 0, whatever it was, NaN too.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `triu`.
            triu(x: Tensor, k: Int = Int(0)) aka [] {
                family: Plain, dtype: Any => Same, shape: Core("(..., n, m) -> (..., n, m)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.triu()", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[[1, 2],\\n [0, 4]]"],
                kernel: { via movement::triu }
            }
            /// The diagonal of every matrix of two axes, the last two by default, as a new last axis; the two go.
            ///
            /// `offset` is 0 for the main diagonal, positive above it, negative below.
            ///
            /// Edges: a diagonal outside of the matrix is empty.
            ///
            /// Other libraries: Array API 2024.12 `linalg.diagonal` takes the last two axes; NumPy and PyTorch `diagonal` take the first
            /// two by default.
            diagonal(x: Tensor, offset: Int = Int(0), axis1: Axis = Int(-2), axis2: Axis = Int(-1)) aka [] {
                family: Plain, dtype: Any => Same, shape: Diagonal, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.diagonal(offset = 1)", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[2]"],
                kernel: { via movement::diagonal }
            }
            /// The sum of the diagonal of every matrix, the last two axes. Of ints it is an `i64`.
            ///
            /// Edges: it takes at least two axes. An empty diagonal sums to 0.
            ///
            /// Other libraries: Array API 2024.12 `linalg.trace`; NumPy `trace` takes the first two axes, PyTorch `trace` matrices only.
            trace(x: Tensor, offset: Int = Int(0)) aka [] {
                family: Plain, dtype: Numeric => Sum, shape: Core("(..., n, m) -> (...)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.trace()", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "5"],
                kernel: { via movement::trace }
            }
            /// Of a vector the matrix that has it on diagonal `k`, with 0 elsewhere; of a matrix its diagonal `k`.
            ///
            /// Edges: it takes a vector or a matrix.
            ///
            /// Other libraries: NumPy and PyTorch `diag`.
            diag(x: Tensor, k: Int = Int(0)) aka [] {
                family: Plain, dtype: Any => Same, shape: Diag, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.diag()", "Tensor<i64>", "&array![1_i64, 2]", "[[1, 0],\\n [0, 2]]"],
                kernel: { via movement::diag }
            }
            /// The last axis on the diagonal `offset` of a matrix, which are two new last axes, with 0 elsewhere.
            ///
            /// Other libraries: PyTorch `diag_embed`.
            diag_embed(x: Tensor, offset: Int = Int(0)) aka [] {
                family: Plain, dtype: Any => Same, shape: DiagEmbed, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.diag_embed(offset = 1)", "Tensor<i64>", "&array![5_i64]", "[[0, 5],\\n [0, 0]]"],
                kernel: { via movement::diag_embed }
            }

            // ---------------------------------------------------------------- indexing
            /// `x[…]`: positions, ranges with steps, new axes, index tensors and masks. Positions of an index tensor must be in 0..n.
            ///
            /// The kernel `slice` cuts every axis, then lets the axes in `gone` go (they have size 1 by then), then
            /// lets axes of size 1 come, at the places in `new` of the result.
            ///
            /// Edges: positions that the host writes count from the end where they are negative; those in a tensor do not, and one
            /// outside of 0..n is an error. A range is cut to the axis, and walked from its end by a negative step.
            ///
            /// Other libraries: ranges with steps are those of ndarray's `s![…]`; the rest is NumPy's indexing.
            getitem(x: Tensor, index: IndexList) aka [] {
                family: Other, dtype: Any => Same, shape: GetItem, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x[s![1..4;-2]]", "Tensor<i64>", "&array![0_i64, 1, 2, 3, 4]", "[3, 1]"],
                kernel: {
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
            ///
            /// Other libraries: NumPy `x[index] = value` on a copy, JAX `x.at[index].set(value)`.
            index_update(x: Tensor, index: IndexList, value: Operand) aka [] {
                family: Other, dtype: Any => Same, shape: IndexUpdate, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.index_update(-1, 9)", "Tensor<i64>", "&array![1_i64, 2, 3]", "[1, 2, 9]"],
                kernel: {
                    fn assign<E: Element>(x: Self::View<'_, E>, cuts: &[Cut], value: Operand<'_, Self, E>) -> Result<Self::Tensor<'static, E>>;
                    /// A new tensor: `x` with other rows (entries of its first axis) at positions that are in range, at least
                    /// one. A tensor has a row for each position, and of several rows for one position the last stays.
                    fn put<E: Element>(x: Self::View<'_, E>, positions: Self::View<'_, i64>, value: Operand<'_, Self, E>) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Entries along `axis` at the positions of an integer tensor, whose shape takes the axis' place.
            ///
            /// Edges: a position outside of 0..n, a negative one too, is an error.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `take`, PyTorch `index_select`. NumPy's flattens where no axis is named.
            take(x: Tensor, indices: Index, axis: Axis = Int(0)) aka ["lookup"] {
                family: Other, dtype: Any => Same, shape: Take, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, at: &Tensor<i64>", "x.take(at)", "Tensor<i64>", "&array![5_i64, 6, 7], &array![2_i64, 0]", "[7, 5]"],
                kernel: {
                    fn take<E: Element, I: Int>(x: Self::View<'_, E>, indices: Self::View<'_, I>, axis: usize) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Elements along `axis` at the positions of a tensor of the same rank, broadcast against `x` outside the axis.
            ///
            /// Edges: a position outside of 0..n, a negative one too, is an error.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `take_along_axis`, PyTorch `take_along_dim`.
            take_along_axis(x: Tensor, indices: Index, axis: Axis = Int(-1)) aka [] {
                family: Other, dtype: Any => Same, shape: TakeAlongAxis, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, at: &Tensor<i64>", "x.take_along_axis(at)", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]], &array![[1_i64], [0]]", "[[2],\\n [3]]"],
                kernel: {}
            }
            /// Elements along `axis` at the positions of a tensor of the same rank, in the shape of the positions.
            ///
            /// Formula: `out[i, j, k] = x[indices[i, j, k], j, k]` along axis 0, and so on (PyTorch).
            ///
            /// Edges: outside of the axis the positions may have fewer entries than `x`, whose others are left alone; more are an
            /// error. A position outside of 0..n, a negative one too, is an error.
            ///
            /// Other libraries: PyTorch `gather`. `take_along_axis` broadcasts both instead.
            gather(x: Tensor, indices: Index, axis: Axis = Int(-1)) aka [] {
                family: Other, dtype: Any => Same, shape: Gather, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, at: &Tensor<i64>", "x.gather(at, axis = 1)", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]], &array![[1_i64, 1, 0]]", "[[2, 2, 1]]"],
                kernel: {
                    /// The positions have the sizes of `x` outside of the axis.
                    fn gather<E: Element, I: Int>(x: Self::View<'_, E>, indices: Self::View<'_, I>, axis: usize) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// A new tensor: `x` with other elements along `axis` at the positions of a tensor of the same rank.
            ///
            /// Formula: `out[indices[i, j, k], j, k] = source[i, j, k]` along axis 0, and so on (PyTorch).
            ///
            /// Edges: of several elements for one position the last one in row-major order stays. Outside of the axis the positions
            /// may have fewer entries than `x`; a source has at least theirs. A position outside of 0..n is an error.
            ///
            /// Other libraries: PyTorch `scatter`, which leaves open which of several elements stays.
            scatter(x: Tensor, indices: Index, source: Operand, axis: Axis = Int(-1)) aka [] {
                family: Plain, dtype: Any => Same, shape: Scatter, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, at: &Tensor<i64>", "x.scatter(at, 9)", "Tensor<i64>", "&array![1_i64, 2, 3], &array![0_i64, 2]", "[9, 2, 9]"],
                kernel: { via indexing::scatter }
            }
            /// A new tensor: `x` with elements added along `axis` at the positions of a tensor of the same rank.
            ///
            /// Formula: `out[indices[i, j, k], j, k] += source[i, j, k]` along axis 0, and so on (PyTorch).
            ///
            /// Edges: all elements for one position are added, in row-major order. Outside of the axis the positions may have fewer
            /// entries than `x`; the source has at least theirs. A position outside of 0..n is an error. Ints wrap around.
            ///
            /// Other libraries: PyTorch `scatter_add`, NumPy `add.at`.
            scatter_add(x: Tensor, indices: Index, source: Tensor, axis: Axis = Int(-1)) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Scatter, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, at: &Tensor<i64>, y: &Tensor<i64>", "x.scatter_add(at, y)", "Tensor<i64>", "&array![1_i64, 2, 3], &array![0_i64, 0], &array![10_i64, 20]", "[31, 2, 3]"],
                kernel: {
                    /// A vector with other elements added, each at its position, which is in range.
                    fn add_at<E: Numeric>(x: Self::View<'_, E>, positions: &[usize], source: Self::View<'_, E>) -> Result<Self::Tensor<'static, E>>;
                    /// Of any shape: made of `add_at`.
                    fn scatter_add<E: Numeric, I: Int>(x: Self::View<'_, E>, indices: Self::View<'_, I>, source: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::indexing::scatter_add::<Self, E, I>(x, indices, source, axis)
                    }
                }
            }
            /// A new tensor: `x` with the entries of `source` added to those of an axis at the positions of a vector.
            ///
            /// Edges: all entries for one position are added. A position outside of 0..n is an error. Ints wrap around.
            ///
            /// Other libraries: PyTorch `index_add`, JAX `x.at[indices].add(source)`.
            index_add(x: Tensor, indices: Index, source: Tensor, axis: Axis = Int(0)) aka [] {
                family: Plain, dtype: Numeric => Same, shape: IndexAdd, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, at: &Tensor<i64>, y: &Tensor<i64>", "x.index_add(at, y)", "Tensor<i64>", "&array![1_i64, 2], &array![1_i64, 1], &array![10_i64, 20]", "[1, 32]"],
                kernel: { via indexing::index_add }
            }
            /// A new tensor: `x` with values along `axis` at the positions of a tensor of the same rank, which is broadcast to `x`
            /// outside of the axis, as the values are to the positions.
            ///
            /// Edges: of several values for one position the last one in row-major order stays. A position outside of 0..n, a
            /// negative one too, is an error.
            ///
            /// Other libraries: NumPy `put_along_axis`, which writes to `x` itself.
            put_along_axis(x: Tensor, indices: Index, values: Operand, axis: Axis = Int(-1)) aka [] {
                family: Plain, dtype: Any => Same, shape: PutAlongAxis, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, at: &Tensor<i64>", "x.put_along_axis(at, 0)", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]], &array![[1_i64], [0]]", "[[1, 0],\\n [0, 4]]"],
                kernel: { via indexing::put_along_axis }
            }
            /// `x` with `value` where the mask is true. The mask and a tensor of values are broadcast to `x`.
            ///
            /// Edges: what is replaced may be anything, NaN too: it is a choice, not a product.
            ///
            /// Other libraries: PyTorch `masked_fill`. NumPy writes `where(mask, value, x)`.
            masked_fill(x: Tensor, mask: Mask, value: Operand) aka ["masked_fill_scalar"] {
                family: Plain, dtype: Any => Same, shape: MaskedFill, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.masked_fill(x > 2, 0)", "Tensor<i64>", "&array![1_i64, 2, 3]", "[1, 2, 0]"],
                kernel: { via indexing::masked_fill }
            }
            /// A new last axis of size `num_classes`: 1 at the position that the element names, else 0.
            ///
            /// Edges: a position outside of 0..num_classes is an error. The element type is the function's float type by default.
            ///
            /// Other libraries: JAX `one_hot` gives zeros for a position out of range; PyTorch `one_hot` gives ints.
            one_hot(indices: Index, num_classes: Size, dtype: DType = None) aka [] {
                family: Other, dtype: Any => Arg, shape: OneHot, sample: (0.0, 3.0),
                example: ["at: &Tensor<i64>", "at.one_hot(3, dtype = i64)", "Tensor<i64>", "&array![2_i64, 0]", "[[0, 0, 1],\\n [1, 0, 0]]"],
                kernel: {
                    fn one_hot<I: Int, T: Element>(indices: Self::View<'_, I>, num_classes: usize, place: &Self::Place) -> Result<Self::Tensor<'static, T>>;
                }
            }
            /// A matrix in shape and element type of `x`, with `value` in each row at the position that a vector names, else 0.
            ///
            /// Edges: a position outside of the row is an error.
            ///
            /// Other libraries: EagerPy `onehot_like`.
            onehot_like(x: Tensor, indices: Index, value: Num = Int(1)) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Core("(n, c), (n) -> (n, c)"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, at: &Tensor<i64>", "x.onehot_like(at, value = 7)", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]], &array![1_i64, 0]", "[[0, 7],\\n [7, 0]]"],
                kernel: { via indexing::onehot_like }
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
            /// A tensor of zeros. The element type is the function's float type by default.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `zeros`.
            zeros(shape: Shape, dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x + zeros((2, 2), dtype = i64)", "Tensor<i64>", "&array![1_i64, 2]", "[[1, 2],\\n [1, 2]]"],
                kernel: {}
            }
            /// A tensor of ones. The element type is the function's float type by default.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `ones`.
            ones(shape: Shape, dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x + ones(2, dtype = i64)", "Tensor<i64>", "&array![1_i64, 2]", "[2, 3]"],
                kernel: {}
            }
            /// A tensor filled with `value`. The element type is the function's float type by default.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `full`, whose element type is that of the value by default.
            full(shape: Shape, value: Num, dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x + full(2, 10, dtype = i64)", "Tensor<i64>", "&array![1_i64, 2]", "[11, 12]"],
                kernel: {
                    fn full<T: Element>(place: &Self::Place, shape: &[usize], value: Num) -> Result<Self::Tensor<'static, T>>;
                }
            }
            /// A vector of host numbers: a list that is written out, or a host value that holds one.
            ///
            /// Of ints that are written out it gives `i64`, of fractions and of a host value the function's float type, if no
            /// `dtype` is named.
            ///
            /// Edges: of no numbers it is empty. A fraction is no element of an int type, nor is an int outside of its range.
            ///
            /// Other libraries: NumPy `array`, Array API 2024.12 `asarray`, PyTorch `tensor`, whose nested lists are `reshape`d here.
            tensor(data: Nums, dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: Elements, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x.take(tensor([2, 0]))", "Tensor<i64>", "&array![5_i64, 6, 7]", "[7, 5]"],
                kernel: {}
            }
            /// Zeros in the shape and element type of `x`.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `zeros_like`.
            zeros_like(x: Tensor) aka [] {
                family: Other, dtype: Any => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.zeros_like()", "Tensor<i64>", "&array![1_i64, 2]", "[0, 0]"],
                kernel: {}
            }
            /// Ones in the shape and element type of `x`.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `ones_like`.
            ones_like(x: Tensor) aka [] {
                family: Other, dtype: Any => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.ones_like()", "Tensor<i64>", "&array![1_i64, 2]", "[1, 1]"],
                kernel: {}
            }
            /// `value` in the shape and element type of `x`.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `full_like`.
            full_like(x: Tensor, value: Num) aka [] {
                family: Other, dtype: Any => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.full_like(7)", "Tensor<i64>", "&array![1_i64, 2]", "[7, 7]"],
                kernel: {
                    fn full_like<E: Element>(x: Self::View<'_, E>, value: Num) -> Result<Self::Tensor<'static, E>> {
                        Self::full::<E>(&Self::place::<E>(&x), &Self::shape(&x), value)
                    }
                }
            }
            /// start, start + step, … below `stop` (above it for a negative step). One argument is the `stop`.
            ///
            /// Of host ints it gives `i64`, of fractions the function's float type, if no `dtype` is named.
            ///
            /// Edges: no step leads towards `stop`: there are none. A step of 0 is an error.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `arange`.
            arange(start: Num, stop: OptNum = None, step: Num = Int(1), dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: Arange, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x.take(arange(0, 4, 2))", "Tensor<i64>", "&array![5_i64, 6, 7, 8]", "[5, 7]"],
                kernel: {
                    fn arange<T: Element>(place: &Self::Place, start: Num, step: Num, len: usize) -> Result<Self::Tensor<'static, T>>;
                }
            }
            /// `num` numbers at equal distances from `start` to `stop`, which is the last of them unless `endpoint = false`.
            ///
            /// Formula: start + i·(stop - start)/(num - 1), or /num without the endpoint (NumPy).
            ///
            /// Edges: one number is `start`; of none, an empty tensor.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `linspace`; PyTorch's has no `endpoint`.
            linspace(start: Num, stop: Num, num: Size, endpoint: Flag = Bool(true), dtype: DType = None) aka [] {
                family: Creation, dtype: Float => Arg, shape: Count("num"), sample: (0.0, 1.0),
                example: ["x: &Tensor<f64>", "x * linspace(0.0, 1.0, 3, dtype = f64)", "Tensor<f64>", "&array![2.0, 2.0, 2.0]", "[0.00000, 1.00000, 2.00000]"],
                kernel: {}
            }
            /// Powers of `base` whose exponents are at equal distances from `start` to `stop`.
            ///
            /// Formula: base^(start + i·(stop - start)/(num - 1)) (NumPy).
            ///
            /// Other libraries: NumPy and PyTorch `logspace`.
            logspace(start: Num, stop: Num, num: Size, base: Num = Float(10.0), endpoint: Flag = Bool(true), dtype: DType = None) aka [] {
                family: Creation, dtype: Float => Arg, shape: Count("num"), sample: (0.0, 1.0),
                example: ["x: &Tensor<f64>", "x * logspace(0.0, 2.0, 3, dtype = f64)", "Tensor<f64>", "&array![1.0, 1.0, 1.0]", "[1.00000, 10.00000, 100.00000]"],
                kernel: {}
            }
            /// A list of one tensor for each of these vectors: its elements along an axis of its own, repeated along those of the
            /// others.
            ///
            /// With `indexing = "ij"` the axes are in the order of the vectors, with `"xy"` the first two are exchanged.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `meshgrid` have `"xy"` by default, PyTorch `meshgrid` has `"ij"`.
            meshgrid(tensors: Tensors, indexing: Text["xy", "ij"] = Text("xy")) aka [] {
                family: Plain, dtype: Any => List, shape: Meshgrid, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, y: &Tensor<i64>", "meshgrid([x, y])[0]", "Tensor<i64>", "&array![1_i64, 2], &array![3_i64, 4]", "[[1, 2],\\n [1, 2]]"],
                kernel: { via movement::meshgrid }
            }
            /// Ones on the diagonal `k` (0 the main one, positive above it) of an `n` by `m` matrix (`n` by default), else zeros.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `eye`; PyTorch's has no `k`.
            eye(n: Size, m: OptSize = None, k: Int = Int(0), dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: Eye, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x * eye(2, dtype = i64)", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[[1, 0],\\n [0, 4]]"],
                kernel: {
                    fn eye<T: Element>(place: &Self::Place, n: usize, m: usize, k: i64) -> Result<Self::Tensor<'static, T>>;
                }
            }
            /// Ones on and below the diagonal `k` of an `n` by `m` matrix (`n` by default), else zeros.
            ///
            /// Other libraries: NumPy `tri`.
            tri(n: Size, m: OptSize = None, k: Int = Int(0), dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: Eye, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x * tri(2, dtype = i64)", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[[1, 0],\\n [3, 4]]"],
                kernel: {}
            }
            /// Uniform random numbers in `low`..`high`. The same seed gives the same numbers on every backend.
            ///
            /// Other libraries: NumPy `Generator.uniform`, PyTorch `rand`.
            uniform(shape: Shape, low: Num = Float(0.0), high: Num = Float(1.0), seed: Seed, dtype: DType = None) aka [] {
                family: Creation, dtype: Float => Arg, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<f64>", "(x + uniform(2, seed = 1, dtype = f64)).floor()", "Tensor<f64>", "&array![1.0, 2.0]", "[1.00000, 2.00000]"],
                kernel: {
                    fn from_f64s<T: Element>(place: &Self::Place, shape: &[usize], data: Vec<f64>) -> Result<Self::Tensor<'static, T>>;
                }
            }
            /// Normal random numbers. The same seed gives the same numbers on every backend.
            ///
            /// Other libraries: NumPy `Generator.normal`, PyTorch `randn` and `normal`.
            normal(shape: Shape, mean: Num = Float(0.0), std: Num = Float(1.0), seed: Seed, dtype: DType = None) aka [] {
                family: Creation, dtype: Float => Arg, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<f64>", "x + normal(2, std = 0.0, seed = 1, dtype = f64)", "Tensor<f64>", "&array![1.0, 2.0]", "[1.00000, 2.00000]"],
                kernel: {}
            }
            /// Uniform random integers in `low`..`high`, as `i64`. The same seed gives the same numbers on every backend.
            ///
            /// Edges: nothing between `low` and `high` is an error.
            ///
            /// Other libraries: NumPy `Generator.integers`, PyTorch `randint`.
            randint(shape: Shape, low: Int, high: Int, seed: Seed) aka [] {
                family: Creation, dtype: Any => Index, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x.take(randint(3, 0, 1, seed = 1))", "Tensor<i64>", "&array![5_i64]", "[5, 5, 5]"],
                kernel: {}
            }
            /// A mask whose elements are true with probability `p`. The same seed gives the same mask on every backend.
            ///
            /// Edges: a probability outside of 0 to 1 is an error.
            ///
            /// Other libraries: PyTorch `bernoulli` gives floats; NumPy `Generator.random(shape) < p`.
            bernoulli(shape: Shape, p: Num = Float(0.5), seed: Seed) aka [] {
                family: Creation, dtype: Any => Bool, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x[bernoulli(2, p = 1.0, seed = 1)]", "Tensor<i64>", "&array![5_i64, 6]", "[5, 6]"],
                kernel: {}
            }
            /// The positions 0 to n - 1 in random order, as `i64`. The same seed gives the same order on every backend.
            ///
            /// Other libraries: NumPy `Generator.permutation`, PyTorch `randperm`.
            permutation(n: Size, seed: Seed) aka ["randperm"] {
                family: Creation, dtype: Any => Index, shape: Count("n"), sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x.take(permutation(3, seed = 1)).sort()", "Tensor<i64>", "&array![5_i64, 6, 7]", "[5, 6, 7]"],
                kernel: {}
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
