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
            /// Sum over `axis` (all axes by default). Ints and masks add up in `i64`.
            ///
            /// Formula: Σx (Array API 2024.12).
            ///
            /// Edges: nothing sums to 0. Ints wrap in `i64`; floats of 16 bits add up in `f32`, and are rounded once. `axis = ()` goes over no axis.
            ///
            /// Other libraries: NumPy sums `u8` in `u64`; PyTorch takes `()` for all axes.
            sum(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Sum, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.sum(axis = 1)", "Tensor", "&array![[1.0, 2.0], [3.0, 4.0]]", "[3.00000, 7.00000]"],
                kernel: {}
            }
            /// Product over `axis`. Ints and masks multiply in `i64`.
            ///
            /// Formula: Πx (Array API 2024.12).
            ///
            /// Edges: nothing multiplies to 1. Ints wrap in `i64`; floats of 16 bits multiply in `f32`, and are rounded once.
            prod(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Sum, shape: Reduce, sample: (0.5, 2.0),
                example: ["x: &Tensor", "x.prod(axis = 0)", "Tensor", "&array![[1.0, 2.0], [3.0, 4.0]]", "[3.00000, 8.00000]"],
                kernel: {}
            }
            /// Arithmetic mean over `axis`.
            ///
            /// Formula: Σx / n (Array API 2024.12).
            ///
            /// Edges: the mean of nothing is NaN. Floats of 16 bits add up in `f32`.
            ///
            /// Other libraries: NumPy and JAX take ints, too, and give a float; here they are cast first, as in PyTorch.
            mean(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.mean(axis = 0, keepdims = true)", "Tensor", "&array![[1.0, 2.0], [3.0, 4.0]]", "[[2.00000, 3.00000]]"],
                kernel: {}
            }
            /// Smallest element over `axis`.
            ///
            /// Edges: NaN if there is one, wherever it stands. The minimum of nothing is an error.
            min(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka ["amin"] {
                family: Reduction, dtype: Any => Same, shape: ReduceSome, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.min(axis = 1)", "Tensor", "&array![[1.0, 2.0], [f64::NAN, 4.0]]", "[1.00000, NaN]"],
                kernel: {}
            }
            /// Largest element over `axis`.
            ///
            /// Edges: NaN if there is one, wherever it stands. The maximum of nothing is an error.
            max(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka ["amax"] {
                family: Reduction, dtype: Any => Same, shape: ReduceSome, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.max(axis = 1)", "Tensor", "&array![[1.0, 2.0], [f64::NAN, 4.0]]", "[2.00000, NaN]"],
                kernel: {}
            }
            /// Largest element less the smallest over `axis`: peak to peak.
            ///
            /// Formula: max x - min x (NumPy).
            ///
            /// Edges: NaN if there is one. Ints wrap. Of nothing it is an error.
            ptp(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Numeric => Same, shape: ReduceSome, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.ptp(axis = 1)", "Tensor", "&array![[1.0, 4.0], [2.0, 2.0]]", "[3.00000, 0.00000]"],
                kernel: { via reduction::ptp }
            }
            /// Are all elements other than 0 over `axis`?
            ///
            /// Edges: true of nothing. NaN is other than 0.
            all(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Bool, shape: Reduce, sample: (0.0, 1.0),
                example: ["x: &Tensor", "x.all(axis = 0)", "Tensor<bool>", "&array![[1.0, 0.0], [2.0, 3.0]]", "[true, false]"],
                kernel: {}
            }
            /// Is any element other than 0 over `axis`?
            ///
            /// Edges: false of nothing. NaN is other than 0.
            any(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Bool, shape: Reduce, sample: (0.0, 1.0),
                example: ["x: &Tensor", "x.any(axis = 0)", "Tensor<bool>", "&array![[1.0, 0.0], [2.0, 0.0]]", "[true, false]"],
                kernel: {}
            }
            /// Number of elements other than 0 over `axis`.
            ///
            /// Edges: 0 of nothing. NaN is counted.
            count_nonzero(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Index, shape: Reduce, sample: (0.0, 1.0),
                example: ["x: &Tensor", "x.count_nonzero(axis = 0)", "Tensor<i64>", "&array![[1.0, 0.0], [2.0, 0.0]]", "[2, 0]"],
                kernel: { via reduction::count_nonzero }
            }
            /// Variance over `axis`.
            ///
            /// Formula: Σ(x - mean x)² / (n - `correction`), in two passes (Array API 2024.12).
            ///
            /// Edges: the variance of nothing is NaN. Where nothing is left of n - `correction`, the sum is divided by 0.
            ///
            /// Other libraries: NumPy calls the argument `ddof`. PyTorch divides by n - 1 if nothing is said.
            var(x: Tensor, axis: Axes = None, correction: Num = Float(0.0), keepdims: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.var(axis = 1, correction = 1)", "Tensor", "&array![[1.0, 2.0], [3.0, 3.0]]", "[0.50000, 0.00000]"],
                kernel: {}
            }
            /// Standard deviation over `axis`: the root of the [variance](Tensor::var).
            ///
            /// Formula: √(Σ(x - mean x)² / (n - `correction`)) (Array API 2024.12).
            ///
            /// Edges: as of the variance. Where all elements are equal the slope is 0.
            std(x: Tensor, axis: Axes = None, correction: Num = Float(0.0), keepdims: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.std()", "Scalar", "&array![1.0, 3.0]", "1.00000"],
                kernel: { via reduction::std }
            }
            /// Median over `axis`: the middle element in order, or the mean of the two in the middle.
            ///
            /// Edges: NaN if there is one, and of nothing.
            ///
            /// Other libraries: as in NumPy; PyTorch gives the lower of the two in the middle.
            median(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.median()", "Scalar", "&array![4.0, 1.0, 3.0, 2.0]", "2.50000"],
                kernel: { via order::median }
            }
            /// The value below which the part `q` of the elements lies, over `axis`; between two elements, in proportion.
            ///
            /// Formula: a + (b - a)·t for the elements a and b at the positions ⌊h⌋ and ⌊h⌋ + 1 in order, with h = (n - 1)·q
            /// and t = h - ⌊h⌋ (method 7 of Hyndman and Fan 1996, "linear" in NumPy).
            ///
            /// Edges: NaN if there is one, and of nothing. A `q` outside of 0 to 1, or NaN, is an error. Between an element and
            /// an equal one lies no other, infinities included.
            ///
            /// Other libraries: NumPy and PyTorch take several `q` at once: `stack` the results.
            quantile(x: Tensor, q: Num, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Float => Same, shape: Quantile, sample: (0.1, 0.9),
                example: ["x: &Tensor", "x.quantile(0.25, axis = 0)", "Scalar", "&array![4.0, 1.0, 3.0, 2.0]", "1.75000"],
                kernel: { via order::quantile }
            }
            /// Sum over `axis` of the elements that are not NaN.
            ///
            /// Edges: nothing, and NaN alone, sum to 0.
            nansum(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.nansum()", "Scalar", "&array![1.0, f64::NAN, 2.0]", "3.00000"],
                kernel: { via reduction::nansum }
            }
            /// Arithmetic mean over `axis` of the elements that are not NaN.
            ///
            /// Edges: NaN where there are no others.
            nanmean(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.nanmean()", "Scalar", "&array![1.0, f64::NAN, 2.0]", "1.50000"],
                kernel: { via reduction::nanmean }
            }
            /// Smallest element over `axis` of those that are not NaN.
            ///
            /// Edges: NaN where there are no others. Of nothing it is an error.
            nanmin(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: ReduceSome, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.nanmin()", "Scalar", "&array![1.0, f64::NAN, 2.0]", "1.00000"],
                kernel: { via reduction::nanmin }
            }
            /// Largest element over `axis` of those that are not NaN.
            ///
            /// Edges: NaN where there are no others. Of nothing it is an error.
            nanmax(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: ReduceSome, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.nanmax()", "Scalar", "&array![1.0, f64::NAN, 2.0]", "2.00000"],
                kernel: { via reduction::nanmax }
            }
            /// log Σ eˣ over `axis`, without overflow.
            ///
            /// Formula: m + log Σ eˣ⁻ᵐ with m = max x, or 0 where that is infinite.
            ///
            /// Edges: -inf of nothing and where all elements are -inf; there the slope is 0.
            logsumexp(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.logsumexp()", "Scalar", "&array![1000.0, 999.0, 1001.0]", "1001.40761"],
                kernel: {
                    fn logsumexp<E: Float>(x: Self::View<'_, E>, axes: &[usize], keepdims: bool) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Index of the smallest element along `axis` (of the flattened tensor by default).
            ///
            /// Edges: the first NaN, else the first of several that are smallest. Of nothing it is an error.
            argmin(x: Tensor, axis: OptAxis = None, keepdims: Flag = Bool(false)) aka [] {
                family: Other, dtype: Any => Index, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.argmin(axis = 1)", "Tensor<i64>", "&array![[3.0, 1.0, 1.0], [2.0, f64::NAN, 0.0]]", "[1, 1]"],
                kernel: {
                    fn argmin<E: Element>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, i64>>;
                }
            }
            /// Index of the largest element along `axis` (of the flattened tensor by default).
            ///
            /// Edges: the first NaN, else the first of several that are largest. Of nothing it is an error.
            argmax(x: Tensor, axis: OptAxis = None, keepdims: Flag = Bool(false)) aka [] {
                family: Other, dtype: Any => Index, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.argmax(axis = 1)", "Tensor<i64>", "&array![[1.0, 3.0, 3.0], [2.0, f64::NAN, 4.0]]", "[1, 1]"],
                kernel: {
                    fn argmax<E: Element>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, i64>>;
                }
            }
            /// Number of elements other than 0 over `axis`, as a float.
            ///
            /// Edges: 0 of nothing. NaN is counted.
            l0(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.l0()", "Scalar", "&array![3.0, 0.0, -4.0]", "2.00000"],
                kernel: {
                    fn l0<E: Float>(x: Self::View<'_, E>, axes: &[usize], keepdims: bool) -> Result<Self::Tensor<'static, E>> {
                        let zero = Operand::Num(Num::Float(0.0));
                        let nonzero = Self::not_equal::<E>(Operand::Tensor(x), zero)?;
                        let ones = Self::astype::<bool, E>(Self::borrow(&nonzero))?;
                        Self::sum::<E>(Self::borrow(&ones), axes, keepdims)
                    }
                }
            }
            /// Σ|x| over `axis`.
            ///
            /// Edges: 0 of nothing; NaN if there is one.
            l1(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.l1()", "Scalar", "&array![3.0, 0.0, -4.0]", "7.00000"],
                kernel: {
                    fn l1<E: Float>(x: Self::View<'_, E>, axes: &[usize], keepdims: bool) -> Result<Self::Tensor<'static, E>> {
                        let size = Self::abs::<E>(x)?;
                        Self::sum::<E>(Self::borrow(&size), axes, keepdims)
                    }
                }
            }
            /// √Σx² over `axis`: the Euclidean norm.
            ///
            /// Edges: 0 of nothing; NaN if there is one. Where all elements are 0 the slope is 0.
            l2(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.l2()", "Scalar", "&array![3.0, 0.0, -4.0]", "5.00000"],
                kernel: {
                    fn l2<E: Float>(x: Self::View<'_, E>, axes: &[usize], keepdims: bool) -> Result<Self::Tensor<'static, E>> {
                        let square = Self::square::<E>(x)?;
                        let sum = Self::sum::<E>(Self::borrow(&square), axes, keepdims)?;
                        Self::sqrt::<E>(Self::borrow(&sum))
                    }
                }
            }
            /// max|x| over `axis`.
            ///
            /// Edges: 0 of nothing; NaN if there is one.
            linf(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.linf()", "Scalar", "&array![3.0, 0.0, -4.0]", "4.00000"],
                kernel: {
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
            /// Norm of the order `p` over `axis`, of the elements as one vector.
            ///
            /// Formula: (Σ|x|ᵖ)^(1/p); [`l0`](Tensor::l0) for 0, [`linf`](Tensor::linf) for infinity, min|x| for -infinity
            /// (Array API 2024.12, `linalg.vector_norm`).
            ///
            /// Edges: 0 of nothing; for a `p` of -infinity that is an error. NaN if there is one.
            ///
            /// Other libraries: the order is called `ord`. NumPy's `norm` of two axes is that of a matrix unless `ord` is left out.
            lp(x: Tensor, p: Num = Float(2.0), axis: Axes = None, keepdims: Flag = Bool(false)) aka ["norm", "vector_norm"] {
                family: Other, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.lp(3, axis = 1)", "Tensor", "&array![[3.0, 4.0], [1.0, 0.0]]", "[4.49794, 1.00000]"],
                kernel: {
                    fn lp<E: Float>(x: Self::View<'_, E>, p: f64, axes: &[usize], keepdims: bool) -> Result<Self::Tensor<'static, E>> {
                        let size = Self::abs::<E>(x)?;
                        let power = Self::pow::<E>(Operand::Tensor(Self::borrow(&size)), Operand::Num(Num::Float(p)))?;
                        let sum = Self::sum::<E>(Self::borrow(&power), axes, keepdims)?;
                        Self::pow::<E>(Operand::Tensor(Self::borrow(&sum)), Operand::Num(Num::Float(1.0 / p)))
                    }
                }
            }

            // ---------------------------------------------------------------- scans
            /// Sums of the elements up to each, along `axis` (of the flattened tensor by default). Ints and masks add up in `i64`.
            ///
            /// Formula: yᵢ = Σ xⱼ over j ≤ i (Array API 2024.12, `cumulative_sum`).
            ///
            /// Edges: NaN from the first one on. Ints wrap in `i64`; floats of 16 bits add up in `f32`, and are rounded once each.
            cumsum(x: Tensor, axis: FlatAxis = None) aka ["cumulative_sum"] {
                family: Plain, dtype: Any => Sum, shape: Scan, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.cumsum(axis = 1)", "Tensor", "&array![[1.0, 2.0], [3.0, 4.0]]", "[[1.00000, 3.00000],\n [3.00000, 7.00000]]"],
                kernel: { via scan::cumsum }
            }
            /// Products of the elements up to each, along `axis` (of the flattened tensor by default). Ints and masks multiply in `i64`.
            ///
            /// Formula: yᵢ = Π xⱼ over j ≤ i (Array API 2024.12, `cumulative_prod`).
            ///
            /// Edges: NaN from the first one on. Ints wrap in `i64`. The gradient needs no division, and is right where elements are 0.
            cumprod(x: Tensor, axis: FlatAxis = None) aka ["cumulative_prod"] {
                family: Plain, dtype: Any => Sum, shape: Scan, sample: (0.5, 2.0),
                example: ["x: &Tensor", "x.cumprod()", "Tensor", "&array![1.0, 2.0, 3.0]", "[1.00000, 2.00000, 6.00000]"],
                kernel: { via scan::cumprod }
            }
            /// The largest of the elements up to each, along `axis` (of the flattened tensor by default).
            ///
            /// Edges: NaN from the first one on.
            ///
            /// Other libraries: `maximum.accumulate` in NumPy; PyTorch gives the positions, too.
            cummax(x: Tensor, axis: FlatAxis = None) aka [] {
                family: Plain, dtype: Any => Same, shape: Scan, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.cummax()", "Tensor", "&array![1.0, 3.0, 2.0]", "[1.00000, 3.00000, 3.00000]"],
                kernel: { via scan::cummax }
            }
            /// The smallest of the elements up to each, along `axis` (of the flattened tensor by default).
            ///
            /// Edges: NaN from the first one on.
            ///
            /// Other libraries: `minimum.accumulate` in NumPy; PyTorch gives the positions, too.
            cummin(x: Tensor, axis: FlatAxis = None) aka [] {
                family: Plain, dtype: Any => Same, shape: Scan, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.cummin()", "Tensor", "&array![2.0, 3.0, 1.0]", "[2.00000, 2.00000, 1.00000]"],
                kernel: { via scan::cummin }
            }
            /// log Σ eˣ of the elements up to each, along `axis` (of the flattened tensor by default), without overflow.
            ///
            /// Formula: yᵢ = log Σ e^xⱼ over j ≤ i.
            ///
            /// Edges: -inf as long as all elements are, where the slope is 0; NaN from the first one on.
            ///
            /// Other libraries: `logaddexp.accumulate` in NumPy.
            logcumsumexp(x: Tensor, axis: FlatAxis = None) aka [] {
                family: Plain, dtype: Float => Same, shape: Scan, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.logcumsumexp()", "Tensor", "&array![0.0, 0.0, 1000.0]", "[0.00000, 0.69315, 1000.00000]"],
                kernel: { via scan::logcumsumexp }
            }
            /// Differences of neighbours along `axis`, `n` times over.
            ///
            /// Formula: yᵢ = xᵢ₊₁ - xᵢ.
            ///
            /// Edges: the axis gets `n` shorter, down to nothing. Ints wrap.
            ///
            /// Other libraries: of truth values NumPy and PyTorch say whether they are unlike: that is `x[1..] ^ x[..-1]`.
            diff(x: Tensor, n: Size = Int(1), axis: Axis = Int(-1)) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Diff, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.diff()", "Tensor", "&array![1.0, 4.0, 2.0]", "[3.00000, -2.00000]"],
                kernel: { via scan::diff }
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
            /// The elements along `axis` in ascending order.
            ///
            /// Edges: NaN counts as the largest. Equal elements, as 0 and -0, keep their order, in descending order too.
            sort(x: Tensor, axis: Axis = Int(-1), descending: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Any => Same, shape: Along, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.sort()", "Tensor", "&array![3.0, f64::NAN, 1.0, 2.0]", "[1.00000, 2.00000, 3.00000, NaN]"],
                kernel: {}
            }
            /// The positions that sort along `axis`.
            ///
            /// Edges: NaN counts as the largest. Equal elements keep their order, in descending order too.
            argsort(x: Tensor, axis: Axis = Int(-1), descending: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Any => Index, shape: Along, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.argsort(descending = true)", "Tensor<i64>", "&array![1.0, 2.0, 2.0, 0.0]", "[1, 2, 0, 3]"],
                kernel: {}
            }
            /// The `k` largest elements along `axis` in descending order, and their positions; without `largest`, the `k`
            /// smallest in ascending order.
            ///
            /// Edges: of equal elements the first. NaN counts as the largest. A `k` above the size of the axis is an error.
            topk(x: Tensor, k: Size, axis: Axis = Int(-1), largest: Flag = Bool(true)) aka [] {
                family: Plain, dtype: Any => Pair, shape: TopK, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "let (values, _) = x.topk(2);\n    values", "Tensor", "&array![1.0, 3.0, 2.0]", "[3.00000, 2.00000]"],
                kernel: { via order::topk }
            }
            /// The different elements of a tensor, in ascending order: a vector.
            ///
            /// Edges: NaN counts as the largest, and as equal to NaN; so do 0 and -0, of which the first stays.
            ///
            /// Other libraries: as in NumPy. PyTorch and the Array API (`unique_values`) take each NaN for another.
            unique(x: Tensor) aka ["unique_values"] {
                family: Plain, dtype: Any => Same, shape: RuntimeRank(1), sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.unique()", "Tensor", "&array![2.0, 1.0, 2.0]", "[1.00000, 2.00000]"],
                kernel: { via order::unique }
            }
            /// The different elements of a tensor in ascending order, and for each of its elements the position among them.
            ///
            /// Edges: as of [`unique`](Tensor::unique). The positions have the shape of the tensor (Array API 2024.12).
            unique_inverse(x: Tensor) aka [] {
                family: Plain, dtype: Any => Pair, shape: UniqueInverse, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "let (_, inverse) = x.unique_inverse();\n    inverse", "Tensor<i64>", "&array![2.0, 1.0, 2.0]", "[1, 0, 1]"],
                kernel: { via order::unique_inverse }
            }
            /// The different elements of a tensor in ascending order, and how many there are of each.
            ///
            /// Edges: as of [`unique`](Tensor::unique).
            unique_counts(x: Tensor) aka [] {
                family: Plain, dtype: Any => Pair, shape: RuntimeRank(1), sample: (-3.0, 3.0),
                example: ["x: &Tensor", "let (_, counts) = x.unique_counts();\n    counts", "Tensor<i64>", "&array![2.0, 1.0, 2.0]", "[1, 2]"],
                kernel: { via order::unique_counts }
            }
            /// The different elements of a tensor in ascending order; where each comes first in the flattened tensor; for each
            /// element of the tensor the position among them; and how many there are of each.
            ///
            /// Edges: as of [`unique`](Tensor::unique).
            unique_all(x: Tensor) aka [] {
                family: Plain, dtype: Any => Indexed, shape: UniqueAll, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "let (_, first, _, _) = x.unique_all();\n    first", "Tensor<i64>", "&array![2.0, 1.0, 2.0]", "[1, 0]"],
                kernel: { via order::unique_all }
            }
            /// How many elements of a vector are 0, 1, 2, …, or the sums of their `weights`. The result has at least
            /// `minlength` elements.
            ///
            /// Formula: yₖ = Σ wᵢ over the i with xᵢ = k; wᵢ = 1 without weights (NumPy).
            ///
            /// Edges: a negative element is an error. Counts are `i64`, sums have the element type of the weights.
            ///
            /// Other libraries: sums are `f64` in NumPy.
            bincount(x: Index, weights: OptTensor = None, minlength: Size = Int(0)) aka [] {
                family: Other, dtype: Float => Weights, shape: Bincount, sample: (0.0, 3.0),
                example: ["x: &Tensor<i64>", "x.bincount()", "Tensor<i64>", "&array![0, 2, 2]", "[1, 0, 2]"],
                kernel: {
                    /// The numbers are in 0..`len`, and there is a weight for each.
                    fn bincount<I: Int, W: Numeric + Element<Sum = W>>(x: Self::View<'_, I>, weights: Option<Self::View<'_, W>>, len: usize) -> Result<Self::Tensor<'static, W>> {
                        crate::ops::compose::scan::bincount::<Self, I, W>(x, weights, len)
                    }
                }
            }
            /// Where each of the `values` goes into a vector that is sorted: in front of equal elements, or behind them where
            /// `side` is `"right"`.
            ///
            /// Formula: the number of elements less than the value; with `"right"`, of those less or equal (Array API 2024.12).
            ///
            /// Edges: NaN counts as the largest, and as equal to NaN. The vector is taken to be in ascending order.
            searchsorted(x: Tensor, values: Tensor, side: Text["left", "right"] = Text("left")) aka [] {
                family: Plain, dtype: Any => Index, shape: SearchSorted, sample: (-3.0, 3.0),
                example: ["x: &Tensor, values: &Tensor", "x.searchsorted(values)", "Tensor<i64>", "&array![1.0, 2.0, 4.0], &array![2.0, 3.0, 9.0]", "[1, 2, 3]"],
                kernel: { via order::searchsorted }
            }
            /// The positions of the elements other than 0, a row for each, in row-major order: `[K, rank]`.
            ///
            /// Edges: NaN is other than 0. The positions of a scalar have no columns.
            ///
            /// Other libraries: `nonzero` in PyTorch; that of NumPy and the Array API gives a vector for each axis.
            argwhere(x: Tensor) aka [] {
                family: Plain, dtype: Any => Index, shape: ArgWhere, sample: (0.0, 1.0),
                example: ["x: &Tensor", "(x > 1.0).argwhere()", "Tensor<i64>", "&array![[1.0, 2.0], [3.0, 0.0]]", "[[0, 1],\n [1, 0]]"],
                kernel: { via order::argwhere }
            }
            /// Is the element one of those of `test`? With `invert`: is it none of them?
            ///
            /// Edges: NaN is equal to nothing.
            isin(x: Tensor, test: Tensor, invert: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Any => Bool, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor, test: &Tensor", "x.isin(test)", "Tensor<bool>", "&array![1.0, 2.0, 3.0], &array![3.0, 1.0]", "[true, false, true]"],
                kernel: { via order::isin }
            }
        }
    };
}
pub(crate) use for_each_op;
