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
//! - `grad`: its derivative, see [`Grad`](super::Grad): `none`, `zero`, a rule for each parameter with the kind of map
//!   before them (that of `Unary`, `Arith` and `Reduction` goes without saying), or `via` and a program of the same value;
//! - `example`: a function's parameters, body and result, a call's arguments, and what it prints: a doc test;
//! - `kernel`: what a backend implements: nothing where the signature follows from the parameters, a signature, `via`
//!   and the composition that stands in where a backend has none, or `as` and the kernel of another entry.
//!
//! There is no logic in this file but those defaults.

/// Hands the table to a macro: `for_each_op!(callback)`.
macro_rules! for_each_op {
    ($callback:ident) => {
        $callback! {
            // ---------------------------------------------------------------- arithmetic
            /// Sum of two tensors, element by element. Also `x + y`.
            ///
            /// Edges: ints wrap around. Element types do not mix: cast one.
            add(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x + y * 2.0", "Tensor", "&array![1.0, 2.0], &array![0.5, 4.0]", "[2.00000, 10.00000]"],
                grad: { x: "dy", y: "dy" },
                kernel: {}
            }
            /// Difference, element by element. Also `x - y`.
            ///
            /// Edges: ints wrap around: `u8` 0 - 1 is 255.
            subtract(x: Operand, y: Operand) aka ["sub"] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "1.0 - x", "Tensor", "&array![1.0, 3.0]", "[0.00000, -2.00000]"],
                grad: { x: "dy", y: "-dy" },
                kernel: {}
            }
            /// Product, element by element. Also `x * y`.
            ///
            /// Edges: ints wrap around.
            ///
            /// Other libraries: the product of matrices is [`matmul`](crate::frontend::Tensor::matmul), Python's `@`.
            multiply(x: Operand, y: Operand) aka ["mul"] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x * y", "Tensor", "&array![2.0], &array![3.0, 4.0]", "[6.00000, 8.00000]"],
                grad: { x: "dy * y", y: "dy * x" },
                kernel: {}
            }
            /// Quotient of floats, element by element. Also `x / y`. Ints are refused: cast them, or use `floor_divide`.
            ///
            /// Edges: x/0 is an infinity, 0/0 is NaN (IEEE 754).
            ///
            /// Other libraries: NumPy and PyTorch make floats of ints here.
            divide(x: Operand, y: Operand) aka ["div", "truediv", "true_divide"] {
                family: Arith, dtype: Float => Same, shape: Broadcast, sample: (0.5, 3.0),
                example: ["x: &Tensor", "x / 4.0", "Tensor", "&array![1.0, 2.0]", "[0.25000, 0.50000]"],
                grad: { x: "dy / y", y: "-dy * out / y" },
                kernel: {}
            }
            /// Quotient rounded towards minus infinity. An int divided by 0 is an error.
            ///
            /// Formula: ⌊x / y⌋, of floats by the exact remainder, so that 1.0 by 0.1 is 9 (Python's `//`).
            ///
            /// Edges: the least int by -1 wraps to itself. Of floats, x by 0 is x/0.
            ///
            /// Other libraries: ndarray and candle cut ints towards 0; that of NumPy and PyTorch is this one.
            floor_divide(x: Operand, y: Operand) aka ["floordiv"] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (0.5, 3.0),
                example: ["x: &Tensor<i64>", "x.floor_divide(2)", "Tensor<i64>", "&array![7_i64, -7]", "[3, -4]"],
                grad: { zero },
                kernel: {}
            }
            /// Remainder with the sign of the divisor, as in Python. Also `x % y`. An int modulo 0 is an error.
            ///
            /// Formula: x - y·⌊x / y⌋.
            ///
            /// Edges: of floats, x % 0 is NaN, and x % ∞ is x where the signs are one, else ∞.
            ///
            /// Other libraries: Rust's `%` has the sign of the dividend; that is [`fmod`](crate::frontend::Tensor::fmod).
            remainder(x: Operand, y: Operand) aka ["mod"] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (0.5, 3.0),
                example: ["x: &Tensor<i64>", "x % 3", "Tensor<i64>", "&array![7_i64, -7]", "[1, 2]"],
                grad: { x: "dy", y: "-dy * floor_divide(x, y)" },
                kernel: {}
            }
            /// Remainder with the sign of the dividend, as Rust's `%`. An int by 0 is an error.
            ///
            /// Formula: x - y·trunc(x / y), which is exact (C's `fmod`).
            ///
            /// Edges: of floats, x by 0 and ∞ by y are NaN, and x by ∞ is x.
            fmod(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (0.5, 3.0),
                example: ["x: &Tensor", "x.fmod(3.0)", "Tensor", "&array![7.5, -7.5]", "[1.50000, -1.50000]"],
                grad: { x: "dy", y: "-dy * (x / y).trunc()" },
                kernel: {}
            }
            /// `x` to the power `y`. An int to a negative power is an error.
            ///
            /// Edges: x⁰ and 1ʸ are 1, of NaN too; a negative number to a fraction is NaN (IEEE 754). Ints wrap around.
            pow(x: Operand, y: Operand) aka ["power"] {
                family: Arith, dtype: Numeric => Same, shape: Broadcast, sample: (0.5, 2.0),
                example: ["x: &Tensor", "x.pow(3)", "Tensor", "&array![2.0, -1.0]", "[8.00000, -1.00000]"],
                grad: { x: "if is_literal(y) { if num(y) == 2.0 { dy * (2.0 * x) } else if num(y) == 1.0 { dy } else if num(y) == 0.0 { zeros_like(x) } else { dy * (num(y) * x.pow(num(y) - 1.0)) } } else if is_host(y) { dy * (num(y) * x.pow(if num(y) == 0.0 { 1.0 } else { num(y) - 1.0 })) } else { where_(y == 0.0, 0.0, dy * (y * pow(x, where_(y == 0.0, 1.0, y - 1.0)))) }", y: "if is_host(x) { if is_literal(x) && num(x) > 0.0 { dy * (out * num(x).ln()) } else { dy * where_(full((), num(x) == 0.0, dtype = bool) & (y >= 0.0), 0.0, out * num(x).ln()) } } else { dy * where_((x == 0.0) & (y >= 0.0), 0.0, out * where_(x == 0.0, 1.0, x).log()) }" },
                kernel: {}
            }
            /// The smaller of two elements; NaN if either is.
            ///
            /// Edges: the gradient of equal ones is ½ on both sides.
            ///
            /// Other libraries: Rust's `f32::min` and C's `fmin` drop NaN.
            minimum(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Any => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.minimum(y)", "Tensor", "&array![1.0, 5.0], &array![2.0, 3.0]", "[1.00000, 3.00000]"],
                grad: { choice x: "where_(x == y, dy * 0.5, where_(x < y, dy, 0.0))", y: "where_(y == x, dy * 0.5, where_(y < x, dy, 0.0))" },
                kernel: {}
            }
            /// The larger of two elements; NaN if either is.
            ///
            /// Edges: the gradient of equal ones is ½ on both sides.
            ///
            /// Other libraries: Rust's `f32::max` and C's `fmax` drop NaN.
            maximum(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Any => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.maximum(y)", "Tensor", "&array![1.0, 5.0], &array![2.0, 3.0]", "[2.00000, 5.00000]"],
                grad: { choice x: "where_(x == y, dy * 0.5, where_(x > y, dy, 0.0))", y: "where_(y == x, dy * 0.5, where_(y > x, dy, 0.0))" },
                kernel: {}
            }

            /// √(x² + y²), without overflow.
            ///
            /// Formula: IEEE 754-2019, 9.2.1.
            ///
            /// Edges: an infinity on either side gives one, even beside NaN. The gradient at (0, 0) is 0.
            hypot(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Float => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "hypot(x, 4.0)", "Tensor", "&array![3.0, 0.0]", "[5.00000, 4.00000]"],
                grad: { x: "dy * (x / where_(out == 0.0, 1.0, out))", y: "dy * (y / where_(out == 0.0, 1.0, out))" },
                kernel: { via elementwise::hypot }
            }
            /// The angle of the point (y, x), from -π to π: `x` is its height, `y` its width.
            ///
            /// Formula: C's `atan2` (IEEE 754-2019, 9.2.1).
            ///
            /// Edges: signs of zeros and infinities count as limits do: (0, -0) is π, (∞, ∞) is π/4. The gradient at
            /// (0, 0) is 0.
            atan2(x: Operand, y: Operand) aka ["arctan2"] {
                family: Arith, dtype: Float => Same, shape: Broadcast, sample: (0.5, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.atan2(y)", "Tensor", "&array![1.0, 1.0, 0.0], &array![1.0, 0.0, -1.0]", "[0.78540, 1.57080, 3.14159]"],
                grad: { x: "let r = x * x + y * y; let r = where_(r == 0.0, 1.0, r); dy * (y / r)", y: "let r = x * x + y * y; let r = where_(r == 0.0, 1.0, r); -dy * (x / r)" },
                kernel: {}
            }
            /// log(eˣ + eʸ), without overflow.
            ///
            /// Formula: max(x, y) + log(1 + e^(-|x - y|)) (NumPy).
            ///
            /// Edges: of two -∞ it is -∞, the logarithm of nothing.
            logaddexp(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Float => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.logaddexp(0.0)", "Tensor", "&array![0.0, 1000.0]", "[0.69315, 1000.00000]"],
                grad: { x: "dy * where_(out == -f64::INFINITY, out, where_(out == x, 0.0, x - out)).exp()", y: "dy * where_(out == -f64::INFINITY, out, where_(out == y, 0.0, y - out)).exp()" },
                kernel: {}
            }
            /// log₂(2ˣ + 2ʸ), without overflow.
            ///
            /// Formula: max(x, y) + log₂(1 + 2^(-|x - y|)) (NumPy).
            ///
            /// Edges: of two -∞ it is -∞, the logarithm of nothing.
            logaddexp2(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Float => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.logaddexp2(3.0)", "Tensor", "&array![3.0, 1000.0]", "[4.00000, 1000.00000]"],
                grad: { x: "dy * where_(out == -f64::INFINITY, out, where_(out == x, 0.0, x - out)).exp2()", y: "dy * where_(out == -f64::INFINITY, out, where_(out == y, 0.0, y - out)).exp2()" },
                kernel: {}
            }
            /// The size of `x` with the sign of `y`.
            ///
            /// Edges: the signs of zeros and of NaN count.
            copysign(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Float => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.copysign(-1.0)", "Tensor", "&array![3.0, -2.0]", "[-3.00000, -2.00000]"],
                grad: { x: "dy * (x.sign() * out.sign())" },
                kernel: {}
            }
            /// The next number of the element type after `x`, in the direction of `y`.
            ///
            /// Formula: IEEE 754-2019's `nextUp` and `nextDown`; C's `nextafter`.
            ///
            /// Edges: `y` where both are equal; NaN if either is. No gradient goes through.
            nextafter(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Float => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "nextafter(x, 2.0) > x", "Tensor<bool>", "&array![1.0, 2.0]", "[true, false]"],
                grad: { none },
                kernel: {}
            }
            /// x·log(y), and 0 where x is 0, as in entropies.
            ///
            /// Edges: NaN where `y` is NaN, beside 0 too (SciPy, PyTorch).
            xlogy(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Float => Same, shape: Broadcast, sample: (0.5, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.xlogy(y)", "Tensor", "&array![0.0, 2.0], &array![0.0, 1.0]", "[0.00000, 0.00000]"],
                grad: { x: "if is_host(y) { dy * num(y).ln() } else { where_((x == 0.0) & (y <= 0.0), 0.0, dy * where_((x == 0.0) & (y <= 0.0), 1.0, y).log()) }", y: "if is_host(x) { dy * (num(x) / y) } else { where_(x == 0.0, 0.0, dy * (x / where_(x == 0.0, 1.0, y))) }" },
                kernel: {}
            }
            /// The step function: 0 below 0, 1 above it, and the value given at 0.
            ///
            /// Edges: NaN stays. No gradient goes to `x`.
            heaviside(x: Operand, values: Operand) aka [] {
                family: Arith, dtype: Float => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.heaviside(0.5)", "Tensor", "&array![-2.0, 0.0, 3.0]", "[0.00000, 0.50000, 1.00000]"],
                grad: { choice values: "where_(if is_host(x) { full((), num(x) == 0.0, dtype = bool) } else { x == 0.0 }, dy, 0.0)" },
                kernel: { via elementwise::heaviside }
            }
            /// Greatest common divisor of ints.
            ///
            /// Edges: it is not negative; gcd(x, 0) is |x|. The least int has no absolute value and stays.
            gcd(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Int => Same, shape: Broadcast, sample: (1.0, 9.0),
                example: ["x: &Tensor<i64>", "x.gcd(12)", "Tensor<i64>", "&array![18_i64, -8, 0]", "[6, 4, 12]"],
                grad: { none },
                kernel: {}
            }
            /// Least common multiple of ints.
            ///
            /// Edges: it is not negative, but wraps around where it does not fit; lcm(x, 0) is 0.
            lcm(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Int => Same, shape: Broadcast, sample: (1.0, 9.0),
                example: ["x: &Tensor<i64>", "x.lcm(4)", "Tensor<i64>", "&array![6_i64, -3, 0]", "[12, 12, 0]"],
                grad: { none },
                kernel: {}
            }

            // ---------------------------------------------------------------- comparison
            /// Are the elements equal? Also `x == y`. NaN equals nothing.
            ///
            /// Edges: an infinity equals itself, and -0 equals 0. With a tolerance: [`isclose`](crate::frontend::Tensor::isclose).
            equal(x: Operand, y: Operand) aka ["eq"] {
                family: Compare, dtype: Any => Bool, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x == 2.0", "Tensor<bool>", "&array![1.0, 2.0]", "[false, true]"],
                grad: { none },
                kernel: {}
            }
            /// Do the elements differ? Also `x != y`.
            ///
            /// Edges: NaN differs from everything, from itself too.
            not_equal(x: Operand, y: Operand) aka ["ne"] {
                family: Compare, dtype: Any => Bool, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x != 2.0", "Tensor<bool>", "&array![1.0, 2.0]", "[true, false]"],
                grad: { none },
                kernel: { via defaults::not_equal }
            }
            /// Is the left element smaller? Also `x < y`.
            ///
            /// Edges: false beside NaN.
            less(x: Operand, y: Operand) aka ["lt"] {
                family: Compare, dtype: Any => Bool, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x < 2.0", "Tensor<bool>", "&array![1.0, 2.0]", "[true, false]"],
                grad: { none },
                kernel: {}
            }
            /// Is the left element smaller or equal? Also `x <= y`.
            ///
            /// Edges: false beside NaN.
            less_equal(x: Operand, y: Operand) aka ["le"] {
                family: Compare, dtype: Any => Bool, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x <= 2.0", "Tensor<bool>", "&array![1.0, 2.0, 3.0]", "[true, true, false]"],
                grad: { none },
                kernel: { via defaults::less_equal }
            }
            /// Is the left element larger? Also `x > y`.
            ///
            /// Edges: false beside NaN.
            greater(x: Operand, y: Operand) aka ["gt"] {
                family: Compare, dtype: Any => Bool, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x > 2.0", "Tensor<bool>", "&array![2.0, 3.0]", "[false, true]"],
                grad: { none },
                kernel: { via defaults::greater }
            }
            /// Is the left element larger or equal? Also `x >= y`.
            ///
            /// Edges: false beside NaN.
            greater_equal(x: Operand, y: Operand) aka ["ge"] {
                family: Compare, dtype: Any => Bool, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x >= 2.0", "Tensor<bool>", "&array![1.0, 2.0, 3.0]", "[false, true, true]"],
                grad: { none },
                kernel: { via defaults::greater_equal }
            }
            /// Are the elements equal within a tolerance, measured by `y`?
            ///
            /// Formula: |x - y| ≤ atol + rtol·|y| (NumPy).
            ///
            /// Edges: an infinity is close to itself alone; NaN is close to nothing, or to NaN with `equal_nan`.
            isclose(x: Tensor, y: Operand, rtol: Num = Float(1e-5), atol: Num = Float(1e-8), equal_nan: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Float => Bool, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.isclose(1.0, rtol = 0.1)", "Tensor<bool>", "&array![1.05, 1.2]", "[true, false]"],
                grad: { none },
                kernel: { via elementwise::isclose }
            }
            /// Are all elements equal within a tolerance? As [`isclose`](crate::frontend::Tensor::isclose) of each.
            ///
            /// Edges: true of nothing.
            allclose(x: Tensor, y: Operand, rtol: Num = Float(1e-5), atol: Num = Float(1e-8), equal_nan: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Float => Bool, shape: Scalar, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.allclose(y)", "Scalar<bool>", "&array![1.0, f64::INFINITY], &array![1.0, f64::INFINITY]", "true"],
                grad: { none },
                kernel: { via elementwise::allclose }
            }
            /// Have two tensors one shape, and equal elements?
            ///
            /// Edges: false for other shapes, which are no error; true of nothing; NaN equals nothing.
            array_equal(x: Tensor, y: Tensor) aka [] {
                family: Plain, dtype: Any => Bool, shape: RuntimeRank(0), sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.array_equal(y)", "Scalar<bool>", "&array![1.0, 2.0], &array![1.0]", "false"],
                grad: { none },
                kernel: { via elementwise::array_equal }
            }

            // ---------------------------------------------------------------- logic
            /// Both? Also `x & y` on masks.
            logical_and(x: Operand, y: Operand) aka [] {
                family: Logic, dtype: Bool => Bool, shape: Broadcast, sample: (0.0, 1.0),
                example: ["x: &Tensor", "(x > 0.0) & (x < 2.0)", "Tensor<bool>", "&array![-1.0, 1.0, 3.0]", "[false, true, false]"],
                grad: { none },
                kernel: {}
            }
            /// At least one? Also `x | y` on masks.
            logical_or(x: Operand, y: Operand) aka [] {
                family: Logic, dtype: Bool => Bool, shape: Broadcast, sample: (0.0, 1.0),
                example: ["x: &Tensor", "(x < 0.0) | (x > 2.0)", "Tensor<bool>", "&array![-1.0, 1.0, 3.0]", "[true, false, true]"],
                grad: { none },
                kernel: {}
            }
            /// Exactly one? Also `x ^ y` on masks.
            logical_xor(x: Operand, y: Operand) aka [] {
                family: Logic, dtype: Bool => Bool, shape: Broadcast, sample: (0.0, 1.0),
                example: ["x: &Tensor", "(x > 0.0) ^ (x > 2.0)", "Tensor<bool>", "&array![-1.0, 1.0, 3.0]", "[false, true, false]"],
                grad: { none },
                kernel: { via defaults::logical_xor }
            }
            /// Not? Also `!x` on masks.
            logical_not(x: Tensor) aka [] {
                family: Unary, dtype: Bool => Bool, shape: Same, sample: (0.0, 1.0),
                example: ["x: &Tensor", "!(x > 0.0)", "Tensor<bool>", "&array![-1.0, 1.0]", "[true, false]"],
                grad: { none },
                kernel: {}
            }
            /// The bits that both ints have. Also `x & y` on ints; of masks it is `logical_and`.
            ///
            /// Edges: negative ints are in two's complement.
            bitwise_and(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Int => Same, shape: Broadcast, sample: (0.0, 9.0),
                example: ["x: &Tensor<i64>", "x & 6", "Tensor<i64>", "&array![3_i64, 12, -1]", "[2, 4, 6]"],
                grad: { none },
                kernel: {}
            }
            /// The bits that either int has. Also `x | y` on ints; of masks it is `logical_or`.
            ///
            /// Edges: negative ints are in two's complement.
            bitwise_or(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Int => Same, shape: Broadcast, sample: (0.0, 9.0),
                example: ["x: &Tensor<i64>", "x | 6", "Tensor<i64>", "&array![3_i64, 8]", "[7, 14]"],
                grad: { none },
                kernel: {}
            }
            /// The bits that one of the ints has. Also `x ^ y` on ints; of masks it is `logical_xor`.
            ///
            /// Edges: negative ints are in two's complement.
            bitwise_xor(x: Operand, y: Operand) aka [] {
                family: Arith, dtype: Int => Same, shape: Broadcast, sample: (0.0, 9.0),
                example: ["x: &Tensor<i64>", "x ^ 6", "Tensor<i64>", "&array![3_i64, 6]", "[5, 0]"],
                grad: { none },
                kernel: {}
            }
            /// All bits turned. Also `!x` on ints; of masks it is `logical_not`.
            ///
            /// Formula: -x - 1; of `u8`, 255 - x.
            bitwise_invert(x: Tensor) aka ["bitwise_not", "invert"] {
                family: Unary, dtype: Int => Same, shape: Same, sample: (0.0, 9.0),
                example: ["x: &Tensor<i64>", "!x", "Tensor<i64>", "&array![0_i64, 5]", "[-1, -6]"],
                grad: { none },
                kernel: {}
            }
            /// The bits moved up by `y` places. Also `x << y`.
            ///
            /// Formula: x·2ʸ modulo the width of the type (Array API 2024.12).
            ///
            /// Edges: 0 where `y` is the width or more; a negative `y` is an error.
            bitwise_left_shift(x: Operand, y: Operand) aka ["left_shift"] {
                family: Arith, dtype: Int => Same, shape: Broadcast, sample: (0.0, 4.0),
                example: ["x: &Tensor<i64>", "x << 3", "Tensor<i64>", "&array![1_i64, -2]", "[8, -16]"],
                grad: { none },
                kernel: {}
            }
            /// The bits moved down by `y` places, with the sign kept. Also `x >> y`.
            ///
            /// Formula: ⌊x / 2ʸ⌋ (Array API 2024.12).
            ///
            /// Edges: 0, or -1 of a negative int, where `y` is the width or more; a negative `y` is an error.
            bitwise_right_shift(x: Operand, y: Operand) aka ["right_shift"] {
                family: Arith, dtype: Int => Same, shape: Broadcast, sample: (0.0, 4.0),
                example: ["x: &Tensor<i64>", "x >> 1", "Tensor<i64>", "&array![9_i64, -9]", "[4, -5]"],
                grad: { none },
                kernel: {}
            }

            // ---------------------------------------------------------------- elementwise
            /// The element itself.
            ///
            /// Other libraries: `+x` in Python, for which Rust has no operator.
            positive(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.positive()", "Tensor", "&array![1.0, -2.0]", "[1.00000, -2.00000]"],
                grad: { x: "dy" },
                kernel: { via elementwise::positive }
            }
            /// The element itself, through which no gradient goes: what is worked out of it counts as a constant.
            ///
            /// Shares its elements with `x` where the framework has views.
            ///
            /// Other libraries: `detach` in PyTorch and candle, `jax.lax.stop_gradient`, `tf.stop_gradient`.
            stop_gradient(x: Tensor) aka ["detach"] {
                family: Other, dtype: Any => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x * x.stop_gradient()", "Tensor", "&array![1.0, -2.0]", "[1.00000, 4.00000]"],
                grad: { zero },
                kernel: {
                    fn stop_gradient<'a, E: Element>(x: Self::View<'a, E>) -> Result<Self::Tensor<'a, E>> {
                        Self::share::<E>(x)
                    }
                }
            }
            /// The element with its sign turned. Also `-x`.
            ///
            /// Edges: the least integer stays as it is; `u8` wraps around.
            negative(x: Tensor) aka ["neg"] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "-x", "Tensor", "&array![1.0, -2.0]", "[-1.00000, 2.00000]"],
                grad: { x: "-dy" },
                kernel: {}
            }
            /// Absolute value. The least integer stays as it is.
            ///
            /// Edges: NaN stays. The gradient at 0 is 0.
            abs(x: Tensor) aka ["absolute"] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.abs()", "Tensor", "&array![1.0, -2.0]", "[1.00000, 2.00000]"],
                grad: { x: "dy * x.sign()" },
                kernel: {}
            }
            /// -1, 0 or 1; NaN for NaN.
            ///
            /// Edges: -0 stays -0.
            ///
            /// Other libraries: PyTorch and candle give 0 for NaN.
            sign(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.sign()", "Tensor", "&array![3.0, 0.0, -2.0]", "[1.00000, 0.00000, -1.00000]"],
                grad: { zero },
                kernel: { via defaults::sign }
            }
            /// Is the sign bit set: is it negative, -0, or a NaN with the bit?
            signbit(x: Tensor) aka [] {
                family: Unary, dtype: Float => Bool, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.signbit()", "Tensor<bool>", "&array![0.0, -0.0, -2.0]", "[false, true, true]"],
                grad: { none },
                kernel: {}
            }
            /// x².
            ///
            /// Edges: ints wrap around.
            square(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.square()", "Tensor", "&array![3.0, -2.0]", "[9.00000, 4.00000]"],
                grad: { x: "dy * (2.0 * x)" },
                kernel: { via defaults::square }
            }
            /// √x; NaN below 0.
            ///
            /// Edges: √-0 is -0.
            sqrt(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (0.1, 9.0),
                example: ["x: &Tensor", "x.sqrt()", "Tensor", "&array![9.0, 2.0]", "[3.00000, 1.41421]"],
                grad: { x: "dy * (0.5 / out)" },
                kernel: {}
            }
            /// ∛x, with the sign of x.
            ///
            /// Edges: -0 and the infinities stay.
            cbrt(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (0.5, 9.0),
                example: ["x: &Tensor", "x.cbrt()", "Tensor", "&array![27.0, -8.0]", "[3.00000, -2.00000]"],
                grad: { x: "dy / (3.0 * out.square())" },
                kernel: {}
            }
            /// 1 / √x.
            ///
            /// Edges: ∞ at 0, NaN below it.
            rsqrt(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (0.1, 9.0),
                example: ["x: &Tensor", "x.rsqrt()", "Tensor", "&array![4.0, 0.25]", "[0.50000, 2.00000]"],
                grad: { x: "dy * (-0.5 * out / x)" },
                kernel: { via defaults::rsqrt }
            }
            /// 1 / x.
            ///
            /// Edges: an infinity at 0, with its sign.
            reciprocal(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (0.5, 3.0),
                example: ["x: &Tensor", "x.reciprocal()", "Tensor", "&array![4.0, -0.5]", "[0.25000, -2.00000]"],
                grad: { x: "-dy * out.square()" },
                kernel: { via defaults::reciprocal }
            }
            /// eˣ.
            ///
            /// Edges: 0 at -∞, and ∞ where the power is beyond the type.
            exp(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.exp()", "Tensor", "&array![0.0, 1.0]", "[1.00000, 2.71828]"],
                grad: { x: "dy * out" },
                kernel: {}
            }
            /// 2ˣ.
            ///
            /// Edges: 0 at -∞, and ∞ where the power is beyond the type.
            exp2(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.exp2()", "Tensor", "&array![3.0, -1.0]", "[8.00000, 0.50000]"],
                grad: { x: "dy * (out * 0.6931471805599453)" },
                kernel: {}
            }
            /// eˣ - 1, exact near 0.
            ///
            /// Edges: -1 at -∞; -0 stays -0.
            expm1(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-1.0, 1.0),
                example: ["x: &Tensor", "x.expm1()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 1.71828]"],
                grad: { x: "dy * (out + 1.0)" },
                kernel: {}
            }
            /// Natural logarithm.
            ///
            /// Edges: -∞ at 0, NaN below it.
            log(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (0.1, 9.0),
                example: ["x: &Tensor", "x.log()", "Tensor", "&array![1.0, 10.0]", "[0.00000, 2.30259]"],
                grad: { x: "dy / x" },
                kernel: {}
            }
            /// Logarithm to the base 2.
            ///
            /// Edges: exact for powers of 2; -∞ at 0, NaN below it.
            log2(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (0.1, 9.0),
                example: ["x: &Tensor", "x.log2()", "Tensor", "&array![8.0, 0.5]", "[3.00000, -1.00000]"],
                grad: { x: "dy / (x * 0.6931471805599453)" },
                kernel: {}
            }
            /// Logarithm to the base 10.
            ///
            /// Edges: -∞ at 0, NaN below it.
            log10(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (0.1, 9.0),
                example: ["x: &Tensor", "x.log10()", "Tensor", "&array![1000.0, 0.1]", "[3.00000, -1.00000]"],
                grad: { x: "dy / (x * 2.302585092994046)" },
                kernel: {}
            }
            /// log(1 + x), exact near 0.
            ///
            /// Edges: -∞ at -1, NaN below it.
            log1p(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-0.5, 3.0),
                example: ["x: &Tensor", "x.log1p()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 0.69315]"],
                grad: { x: "dy / (1.0 + x)" },
                kernel: {}
            }
            /// Logarithm of the odds, the inverse of `sigmoid`.
            ///
            /// Formula: log(x / (1 - x)).
            ///
            /// Edges: -∞ at 0, ∞ at 1, NaN outside of them.
            ///
            /// Other libraries: PyTorch's `eps` is a `clip` before it.
            logit(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (0.1, 0.9),
                example: ["x: &Tensor", "x.logit()", "Tensor", "&array![0.5, 0.9]", "[0.00000, 2.19722]"],
                grad: { x: "dy / (x * (1.0 - x))" },
                kernel: {}
            }
            /// Sine, in radians.
            ///
            /// Edges: NaN at an infinity.
            sin(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.sin()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 0.84147]"],
                grad: { x: "dy * x.cos()" },
                kernel: {}
            }
            /// Cosine, in radians.
            ///
            /// Edges: NaN at an infinity.
            cos(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.cos()", "Tensor", "&array![0.0, 1.0]", "[1.00000, 0.54030]"],
                grad: { x: "-dy * x.sin()" },
                kernel: {}
            }
            /// Tangent, in radians.
            ///
            /// Edges: NaN at an infinity.
            tan(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-1.3, 1.3),
                example: ["x: &Tensor", "x.tan()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 1.55741]"],
                grad: { x: "dy * (1.0 + out.square())" },
                kernel: {}
            }
            /// sin(πx) / (πx), and 1 at 0.
            ///
            /// Formula: the normalised one, as in NumPy and PyTorch.
            ///
            /// Edges: NaN at an infinity.
            sinc(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-2.0, 2.0),
                example: ["x: &Tensor", "x.sinc()", "Tensor", "&array![0.0, 0.5]", "[1.00000, 0.63662]"],
                grad: { x: "let u = x * 3.141592653589793; let v = u.square(); let near = u * (v * (v * (v * (v * -2.505210838544172e-7 + 2.2045855379188714e-5) - 0.0011904761904761906) + 0.03333333333333333) - 0.3333333333333333); let far = where_(x.abs() < 0.1, 1.0, x); dy * where_(x.abs() < 0.1, near * 3.141592653589793, (u.cos() - out) / far)" },
                kernel: {}
            }
            /// Inverse sine, from -π/2 to π/2.
            ///
            /// Edges: NaN beyond ±1.
            asin(x: Tensor) aka ["arcsin"] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-0.9, 0.9),
                example: ["x: &Tensor", "x.asin()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 1.57080]"],
                grad: { x: "dy * (1.0 - x.square()).rsqrt()" },
                kernel: {}
            }
            /// Inverse cosine, from 0 to π.
            ///
            /// Edges: NaN beyond ±1.
            acos(x: Tensor) aka ["arccos"] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-0.9, 0.9),
                example: ["x: &Tensor", "x.acos()", "Tensor", "&array![1.0, 0.0]", "[0.00000, 1.57080]"],
                grad: { x: "-dy * (1.0 - x.square()).rsqrt()" },
                kernel: {}
            }
            /// Inverse tangent, from -π/2 to π/2.
            ///
            /// Edges: -π/2 and π/2 at the infinities; -0 stays -0.
            ///
            /// Other libraries: of a quotient whose parts are known it is [`atan2`](crate::frontend::Tensor::atan2).
            atan(x: Tensor) aka ["arctan"] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.atan()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 0.78540]"],
                grad: { x: "dy / (1.0 + x.square())" },
                kernel: {}
            }
            /// Hyperbolic sine.
            ///
            /// Edges: -0 and the infinities stay.
            sinh(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.sinh()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 1.17520]"],
                grad: { x: "dy * x.cosh()" },
                kernel: {}
            }
            /// Hyperbolic cosine.
            ///
            /// Edges: ∞ at both infinities.
            cosh(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.cosh()", "Tensor", "&array![0.0, 1.0]", "[1.00000, 1.54308]"],
                grad: { x: "dy * x.sinh()" },
                kernel: {}
            }
            /// Hyperbolic tangent.
            ///
            /// Edges: -1 and 1 at the infinities; -0 stays -0.
            tanh(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.tanh()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 0.76159]"],
                grad: { x: "dy * (1.0 - out.square())" },
                kernel: {}
            }
            /// Inverse hyperbolic sine.
            ///
            /// Edges: -0 and the infinities stay.
            asinh(x: Tensor) aka ["arcsinh"] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.asinh()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 0.88137]"],
                grad: { x: "dy * (x.square() + 1.0).rsqrt()" },
                kernel: {}
            }
            /// Inverse hyperbolic cosine.
            ///
            /// Edges: NaN below 1.
            acosh(x: Tensor) aka ["arccosh"] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (1.5, 9.0),
                example: ["x: &Tensor", "x.acosh()", "Tensor", "&array![1.0, 2.0]", "[0.00000, 1.31696]"],
                grad: { x: "dy * (x.square() - 1.0).rsqrt()" },
                kernel: {}
            }
            /// Inverse hyperbolic tangent.
            ///
            /// Edges: an infinity at ±1, NaN beyond them.
            atanh(x: Tensor) aka ["arctanh"] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-0.9, 0.9),
                example: ["x: &Tensor", "x.atanh()", "Tensor", "&array![0.0, 0.5]", "[0.00000, 0.54931]"],
                grad: { x: "dy / (1.0 - x.square())" },
                kernel: {}
            }
            /// Degrees to radians: x·π / 180.
            ///
            /// Edges: -0 and the infinities stay.
            deg2rad(x: Tensor) aka ["radians"] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-180.0, 180.0),
                example: ["x: &Tensor", "x.deg2rad()", "Tensor", "&array![180.0, 90.0]", "[3.14159, 1.57080]"],
                grad: { x: "dy.deg2rad()" },
                kernel: { via elementwise::deg2rad }
            }
            /// Radians to degrees: x·180 / π.
            ///
            /// Edges: -0 and the infinities stay.
            rad2deg(x: Tensor) aka ["degrees"] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.rad2deg()", "Tensor", "&array![1.0, 0.0]", "[57.29578, 0.00000]"],
                grad: { x: "dy.rad2deg()" },
                kernel: { via elementwise::rad2deg }
            }
            /// Error function.
            ///
            /// Formula: 2/√π times the integral of e^(-t²) from 0 to x.
            ///
            /// Edges: -1 and 1 at the infinities; -0 stays -0.
            erf(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-2.0, 2.0),
                example: ["x: &Tensor", "x.erf()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 0.84270]"],
                grad: { x: "dy * (1.1283791670955126 * (-x.square()).exp())" },
                kernel: {}
            }
            /// 1 - erf(x), with all digits where that is small.
            ///
            /// Edges: 2 at -∞, 0 at ∞.
            erfc(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-2.0, 2.0),
                example: ["x: &Tensor", "x.erfc() * 1e12", "Tensor", "&array![5.0]", "[1.53746]"],
                grad: { x: "dy * (-1.1283791670955126 * (-x.square()).exp())" },
                kernel: {}
            }
            /// Logistic function 1 / (1 + e⁻ˣ), without overflow.
            ///
            /// Edges: 0 at -∞, 1 at ∞.
            ///
            /// Other libraries: its logarithm is [`log_sigmoid`](crate::frontend::Tensor::log_sigmoid), SciPy's name is `expit`.
            sigmoid(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.sigmoid()", "Tensor", "&array![0.0, 2.0]", "[0.50000, 0.88080]"],
                grad: { x: "dy * (out * (1.0 - out))" },
                kernel: { via defaults::sigmoid }
            }
            /// log(sigmoid(x)), without overflow.
            ///
            /// Formula: -log(1 + e⁻ˣ).
            ///
            /// Edges: -∞ at -∞, -0 at ∞.
            log_sigmoid(x: Tensor) aka ["logsigmoid"] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.log_sigmoid()", "Tensor", "&array![0.0, -1000.0]", "[-0.69315, -1000.00000]"],
                grad: { x: "dy * (-x).sigmoid()" },
                kernel: { via elementwise::log_sigmoid }
            }
            /// The sigmoid by straight lines: 0 below -3, 1 above 3.
            ///
            /// Formula: relu6(x + 3) / 6 (Howard et al. 2019, arXiv 1905.02244).
            ///
            /// Edges: 0 at -∞, 1 at ∞; NaN stays.
            hard_sigmoid(x: Tensor) aka ["hardsigmoid"] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.hard_sigmoid()", "Tensor", "&array![-4.0, 0.0, 1.5]", "[0.00000, 0.50000, 0.75000]"],
                grad: { x: "where_((x > -3.0) & (x < 3.0), dy / 6.0, 0.0)" },
                kernel: { via elementwise::hard_sigmoid }
            }
            /// max(x, 0); NaN for NaN.
            ///
            /// Edges: the gradient at 0 is 0.
            ///
            /// Other libraries: candle gives 0 for NaN.
            relu(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.relu()", "Tensor", "&array![-1.0, 2.0]", "[0.00000, 2.00000]"],
                grad: { x: "where_(x > 0.0, dy, 0.0)" },
                kernel: { via defaults::relu }
            }
            /// min(max(x, 0), 6); NaN for NaN.
            ///
            /// Edges: the gradient at 0 and 6 is 0.
            relu6(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 9.0),
                example: ["x: &Tensor", "x.relu6()", "Tensor", "&array![-1.0, 2.0, 9.0]", "[0.00000, 2.00000, 6.00000]"],
                grad: { x: "where_((x > 0.0) & (x < 6.0), dy, 0.0)" },
                kernel: { via elementwise::relu6 }
            }
            /// x, and below 0 `negative_slope`·x.
            ///
            /// Edges: the gradient at 0 is `negative_slope`.
            leaky_relu(x: Tensor, negative_slope: Num = Float(0.01)) aka [] {
                family: Plain, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.leaky_relu(0.1)", "Tensor", "&array![-1.0, 2.0]", "[-0.10000, 2.00000]"],
                grad: { diagonal x: "where_(x > 0.0, dy, dy * negative_slope)" },
                kernel: { via elementwise::leaky_relu }
            }
            /// Exponential linear unit: x, and below 0 alpha·(eˣ - 1).
            ///
            /// Formula: Clevert et al. 2016, arXiv 1511.07289.
            ///
            /// Edges: -alpha at -∞; -0 stays -0.
            elu(x: Tensor, alpha: Num = Float(1.0)) aka [] {
                family: Plain, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.elu()", "Tensor", "&array![-1.0, 2.0]", "[-0.63212, 2.00000]"],
                grad: { diagonal x: "where_(x > 0.0, dy, dy * (out + alpha))" },
                kernel: { via elementwise::elu }
            }
            /// Scaled exponential linear unit: λx, and below 0 λα(eˣ - 1).
            ///
            /// Formula: α = 1.6732632423543772, λ = 1.0507009873554805 (Klambauer et al. 2017, arXiv 1706.02515).
            ///
            /// Edges: -λα at -∞; -0 stays -0.
            selu(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.selu()", "Tensor", "&array![-1.0, 2.0]", "[-1.11133, 2.10140]"],
                grad: { x: "where_(x > 0.0, dy * 1.0507009873554805, dy * (out + 1.7580993408473766))" },
                kernel: { via elementwise::selu }
            }
            /// Continuously differentiable exponential linear unit: x, and below 0 alpha·(e^(x / alpha) - 1).
            ///
            /// Formula: Barron 2017, arXiv 1704.07483.
            ///
            /// Edges: an `alpha` of 0 is an error.
            celu(x: Tensor, alpha: Num = Float(1.0)) aka [] {
                family: Plain, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.celu(alpha = 2.0)", "Tensor", "&array![-1.0, 2.0]", "[-0.78694, 2.00000]"],
                grad: { diagonal x: "where_(x > 0.0, dy, dy * (out / alpha + 1.0))" },
                kernel: { via elementwise::celu }
            }
            /// log(1 + eˣ), without overflow.
            ///
            /// Formula: max(x, 0) + log(1 + e^(-|x|)).
            ///
            /// Edges: 0 at -∞, ∞ at ∞.
            softplus(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.softplus()", "Tensor", "&array![0.0, 1000.0]", "[0.69315, 1000.00000]"],
                grad: { x: "dy * x.sigmoid()" },
                kernel: { via defaults::softplus }
            }
            /// x / (1 + |x|).
            ///
            /// Edges: NaN at an infinity.
            softsign(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.softsign()", "Tensor", "&array![1.0, -3.0]", "[0.50000, -0.75000]"],
                grad: { x: "dy / (1.0 + x.abs()).square()" },
                kernel: { via elementwise::softsign }
            }
            /// x·sigmoid(x), also known as swish.
            ///
            /// Formula: Elfwing et al. 2018, arXiv 1702.03118.
            ///
            /// Edges: NaN at -∞, as in NumPy, PyTorch and JAX.
            silu(x: Tensor) aka ["swish"] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.silu()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 0.73106]"],
                grad: { x: "let s = x.sigmoid(); dy * (s * (1.0 + x * (1.0 - s)))" },
                kernel: { via elementwise::silu }
            }
            /// The swish by straight lines: x·hard_sigmoid(x).
            ///
            /// Formula: Howard et al. 2019, arXiv 1905.02244.
            ///
            /// Edges: NaN at -∞.
            hard_swish(x: Tensor) aka ["hardswish"] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.hard_swish()", "Tensor", "&array![-4.0, 1.0, 5.0]", "[-0.00000, 0.66667, 5.00000]"],
                grad: { x: "where_(x <= -3.0, 0.0, where_(x < 3.0, dy * (x / 3.0 + 0.5), dy))" },
                kernel: { via elementwise::hard_swish }
            }
            /// x·tanh(softplus(x)).
            ///
            /// Formula: Misra 2020, arXiv 1908.08681.
            ///
            /// Edges: NaN at -∞.
            mish(x: Tensor) aka [] {
                family: Unary, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.mish()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 0.86510]"],
                grad: { x: "let t = x.softplus().tanh(); dy * (t + x * (1.0 - t.square()) * x.sigmoid())" },
                kernel: { via elementwise::mish }
            }
            /// Gaussian error linear unit x·Φ(x) (Hendrycks and Gimpel 2016, arXiv 1606.08415).
            ///
            /// Formula: `approximate = "none"` uses the error function, ½x(1 + erf(x/√2)); `"tanh"` the paper's
            /// ½x(1 + tanh(√(2/π)(x + 0.044715x³))).
            ///
            /// Edges: NaN at -∞, as in NumPy and JAX.
            gelu(x: Tensor, approximate: Text["none", "tanh"] = Text("none")) aka [] {
                family: Other, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.gelu()", "Tensor", "&array![0.0, 1.0]", "[0.00000, 0.84134]"],
                grad: { diagonal x: "if approximate == \"tanh\" { let k = 0.7978845608028654; let t = (k * (x + 0.044715 * x * x * x)).tanh(); dy * (0.5 * (1.0 + t) + 0.5 * x * (1.0 - t.square()) * (k * (1.0 + 0.134145 * x.square()))) } else { dy * (0.5 * (1.0 + (x * 0.7071067811865476).erf()) + x * (0.3989422804014327 * (x.square() * -0.5).exp())) }" },
                kernel: {
                    fn gelu<E: Float>(x: Self::View<'_, E>, tanh: bool) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::defaults::gelu::<Self, E>(x, tanh)
                    }
                }
            }
            /// The element within bounds, as an activation: `min` from there down, `max` from there up.
            ///
            /// Edges: NaN stays; the gradient at the bounds is 0, where that of `clip` is 1.
            ///
            /// Other libraries: PyTorch calls the bounds `min_val` and `max_val`.
            hard_tanh(x: Tensor, min: Num = Float(-1.0), max: Num = Float(1.0)) aka ["hardtanh"] {
                family: Plain, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.hard_tanh()", "Tensor", "&array![-2.0, 0.5, 2.0]", "[-1.00000, 0.50000, 1.00000]"],
                grad: { diagonal x: "where_((x > min) & (x < max), dy, 0.0)" },
                kernel: { via elementwise::hard_tanh }
            }
            /// x above the threshold, else `value`.
            ///
            /// Edges: NaN stays.
            threshold(x: Tensor, threshold: Num, value: Num) aka [] {
                family: Plain, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.threshold(1.0, -5.0)", "Tensor", "&array![0.5, 1.0, 2.0]", "[-5.00000, -5.00000, 2.00000]"],
                grad: { diagonal x: "where_(x > threshold, dy, 0.0)" },
                kernel: { via elementwise::threshold }
            }
            /// Largest integer not above.
            ///
            /// Edges: NaN and infinities stay; ints are themselves.
            floor(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.floor()", "Tensor", "&array![1.7, -1.2]", "[1.00000, -2.00000]"],
                grad: { zero },
                kernel: {}
            }
            /// Smallest integer not below.
            ///
            /// Edges: NaN and infinities stay; ints are themselves.
            ceil(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.ceil()", "Tensor", "&array![1.2, -1.7]", "[2.00000, -1.00000]"],
                grad: { zero },
                kernel: {}
            }
            /// The integer part: rounded towards 0.
            ///
            /// Edges: NaN and infinities stay; ints are themselves.
            ///
            /// Other libraries: NumPy's `fix`.
            trunc(x: Tensor) aka ["fix"] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.trunc()", "Tensor", "&array![1.7, -1.7]", "[1.00000, -1.00000]"],
                grad: { zero },
                kernel: {}
            }
            /// Nearest integer, halves to even.
            ///
            /// Edges: NaN and infinities stay; ints are themselves.
            ///
            /// Other libraries: Rust's `f32::round` and candle turn halves away from 0.
            round(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.round()", "Tensor", "&array![0.5, 1.5, 2.6]", "[0.00000, 2.00000, 3.00000]"],
                grad: { zero },
                kernel: {}
            }
            /// Is it NaN?
            ///
            /// Edges: no int is.
            isnan(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Bool, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.isnan()", "Tensor<bool>", "&array![1.0, f64::NAN]", "[false, true]"],
                grad: { none },
                kernel: { via defaults::isnan }
            }
            /// Is it an infinity?
            ///
            /// Edges: no int is.
            isinf(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Bool, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.isinf()", "Tensor<bool>", "&array![1.0, -f64::INFINITY]", "[false, true]"],
                grad: { none },
                kernel: { via defaults::isinf }
            }
            /// Is it ∞?
            ///
            /// Edges: no int is.
            isposinf(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Bool, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.isposinf()", "Tensor<bool>", "&array![f64::INFINITY, -f64::INFINITY]", "[true, false]"],
                grad: { none },
                kernel: {}
            }
            /// Is it -∞?
            ///
            /// Edges: no int is.
            isneginf(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Bool, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.isneginf()", "Tensor<bool>", "&array![f64::INFINITY, -f64::INFINITY]", "[false, true]"],
                grad: { none },
                kernel: {}
            }
            /// Is it neither NaN nor an infinity?
            ///
            /// Edges: every int is.
            isfinite(x: Tensor) aka [] {
                family: Unary, dtype: Numeric => Bool, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.isfinite()", "Tensor<bool>", "&array![1.0, f64::NAN]", "[true, false]"],
                grad: { none },
                kernel: { via defaults::isfinite }
            }
            /// The element, or a number where it is NaN or an infinity: by default 0 and the type's largest numbers.
            ///
            /// Edges: -0 stays -0.
            nan_to_num(x: Tensor, nan: Num = Float(0.0), posinf: OptNum = None, neginf: OptNum = None) aka [] {
                family: Plain, dtype: Float => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.nan_to_num(posinf = 9.0)", "Tensor", "&array![1.0, f64::NAN, f64::INFINITY]", "[1.00000, 0.00000, 9.00000]"],
                grad: { diagonal x: "where_(x.isfinite(), dy, 0.0)" },
                kernel: { via elementwise::nan_to_num }
            }
            /// The element, not below `min` and not above `max`; NaN stays. `max` wins where `min > max`.
            ///
            /// Formula: minimum(maximum(x, min), max).
            ///
            /// Edges: a bound of NaN gives NaN. The gradient goes to `x` at the bounds, too; beyond them it goes to a
            /// bound that is a tensor.
            clip(x: Tensor, min: OptOperand = None, max: OptOperand = None) aka ["clamp"] {
                family: Other, dtype: Numeric => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.clip(0.0, 1.0)", "Tensor", "&array![-2.0, 0.5, 2.0]", "[0.00000, 0.50000, 1.00000]"],
                grad: { choice x: "if is_none(min) { if is_none(max) { dy } else { where_(x <= max, dy, 0.0) } } else if is_none(max) { where_(x >= min, dy, 0.0) } else { where_((x >= min) & (x <= max), dy, 0.0) }", min: "where_(x < min, dy, 0.0)", max: "where_(x > max, dy, 0.0)" },
                kernel: {
                    fn clip<E: Numeric>(x: Self::View<'_, E>, min: Option<Num>, max: Option<Num>) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::defaults::clip::<Self, E>(x, min, max)
                    }
                    /// `clip` where a bound is a tensor.
                    fn clip_between<E: Numeric>(x: Self::View<'_, E>, min: Option<Operand<'_, Self, E>>, max: Option<Operand<'_, Self, E>>) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::elementwise::clip_between::<Self, E>(x, min, max)
                    }
                }
            }
            /// The element, not below `min`: `clip` of one bound.
            ///
            /// Edges: NaN stays, and a bound of NaN gives NaN.
            clamp_min(x: Tensor, min: Operand) aka ["clip_min"] {
                family: Plain, dtype: Numeric => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.clamp_min(0.0)", "Tensor", "&array![-2.0, 0.5]", "[0.00000, 0.50000]"],
                grad: { choice x: "where_(x >= min, dy, 0.0)", min: "where_(x < min, dy, 0.0)" },
                kernel: { via elementwise::clamp_min }
            }
            /// The element, not above `max`: `clip` of one bound.
            ///
            /// Edges: NaN stays, and a bound of NaN gives NaN.
            clamp_max(x: Tensor, max: Operand) aka ["clip_max"] {
                family: Plain, dtype: Numeric => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.clamp_max(0.0)", "Tensor", "&array![-2.0, 0.5]", "[-2.00000, 0.00000]"],
                grad: { choice x: "where_(x <= max, dy, 0.0)", max: "where_(x > max, dy, 0.0)" },
                kernel: { via elementwise::clamp_max }
            }
            /// The point between `x` and `end` at `weight`: `x` at 0, `end` at 1, on the line beyond them.
            ///
            /// Formula: x + weight·(end - x), from `end` backwards where the weight is ½ or more, so that both ends
            /// are exact (PyTorch).
            ///
            /// Edges: at an infinite `end` it is NaN where the weight is 0, which is 0·∞.
            lerp(x: Tensor, end: Operand, weight: Operand) aka [] {
                family: Plain, dtype: Float => Same, shape: Broadcast, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.lerp(10.0, 0.25)", "Tensor", "&array![0.0, 2.0]", "[2.50000, 4.00000]"],
                grad: { diagonal x: "dy - dy * weight", end: "dy * weight", weight: "dy * (end - x)" },
                kernel: { via elementwise::lerp }
            }
            /// `x` where `mask` is true, else `y`. The branch not taken never shows, not even its NaN.
            ///
            /// Edges: a condition of numbers is refused: compare them first.
            where_(mask: Mask, x: Operand, y: Operand) aka ["select"] {
                family: Other, dtype: Any => Same, shape: Where, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "where_(x > 0.0, x.sqrt(), 0.0)", "Tensor", "&array![-1.0, 4.0]", "[0.00000, 2.00000]"],
                grad: { choice x: "where_(mask, dy, 0.0)", y: "where_(mask, 0.0, dy)" },
                kernel: {
                    fn where_<M: Boolean, E: Element>(mask: Self::View<'_, M>, x: Operand<'_, Self, E>, y: Operand<'_, Self, E>) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// The elements in another type: floats are cut towards 0 and saturate, NaN becomes 0; to `bool`: other than 0.
            ///
            /// Edges: what an int has too many bits for is cut off it; an int that a float has no digits for is rounded.
            /// Gradients go through casts between floats.
            astype(x: Tensor, dtype: DType) aka ["cast"] {
                family: Other, dtype: Any => Arg, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.astype(u8)", "Tensor<u8>", "&array![1.9, -1.0, 300.0]", "[1, 0, 255]"],
                grad: { linear x: "dy.astype(dtype(x))" },
                kernel: {
                    fn astype<E: Element, T: Element>(x: Self::View<'_, E>) -> Result<Self::Tensor<'static, T>>;
                }
            }
            /// Is it other than 0? NaN is. As `astype(bool)`.
            ///
            /// Edges: as of `astype`.
            bool(x: Tensor) aka [] {
                family: Unary, dtype: Any => Bool, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.bool()", "Tensor<bool>", "&array![0.5, 0.0, f64::NAN]", "[true, false, true]"],
                grad: { none },
                kernel: { via elementwise::bool }
            }
            /// The elements as `f32`. As `astype(f32)`.
            ///
            /// Edges: as of `astype`.
            float32(x: Tensor) aka [] {
                family: Unary, dtype: Any => F32, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.float32() / 2.0", "Tensor<f32>", "&array![1_i64, 2]", "[0.50000, 1.00000]"],
                grad: { linear x: "dy.astype(dtype(x))" },
                kernel: { via elementwise::float32 }
            }
            /// The elements as `f64`. As `astype(f64)`.
            ///
            /// Edges: as of `astype`.
            float64(x: Tensor) aka [] {
                family: Unary, dtype: Any => F64, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.float64() / 2.0", "Tensor<f64>", "&array![1_i64, 2]", "[0.50000, 1.00000]"],
                grad: { linear x: "dy.astype(dtype(x))" },
                kernel: { via elementwise::float64 }
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
                grad: { x: "dy" },
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
                grad: { x: "let f = x.flatten_axes(axis = axis); let before = f.cumprod(axis = -1).shift(1, axis = -1, value = 1.0); let after = f.flip(axis = -1).cumprod(axis = -1).flip(axis = -1).shift(-1, axis = -1, value = 1.0); dy * (before * after).unflatten_axes(x, axis = axis)" },
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
                grad: { x: "dy / axis_count(x, axis)" },
                kernel: { via defaults::mean }
            }
            /// Smallest element over `axis`.
            ///
            /// Edges: NaN if there is one, wherever it stands. The minimum of nothing is an error.
            min(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka ["amin"] {
                family: Reduction, dtype: Any => Same, shape: ReduceSome, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.min(axis = 1)", "Tensor", "&array![[1.0, 2.0], [f64::NAN, 4.0]]", "[1.00000, NaN]"],
                grad: { x: "where_(x == out, dy / where_(x == out, ones_like(x), 0.0).sum(axis = axis, keepdims = true), 0.0)" },
                kernel: {}
            }
            /// Largest element over `axis`.
            ///
            /// Edges: NaN if there is one, wherever it stands. The maximum of nothing is an error.
            max(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka ["amax"] {
                family: Reduction, dtype: Any => Same, shape: ReduceSome, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.max(axis = 1)", "Tensor", "&array![[1.0, 2.0], [f64::NAN, 4.0]]", "[2.00000, NaN]"],
                grad: { x: "where_(x == out, dy / where_(x == out, ones_like(x), 0.0).sum(axis = axis, keepdims = true), 0.0)" },
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
                grad: { via "x.max(axis = axis, keepdims = keepdims) - x.min(axis = axis, keepdims = keepdims)" },
                kernel: { via reduction::ptp }
            }
            /// Are all elements other than 0 over `axis`?
            ///
            /// Edges: true of nothing. NaN is other than 0.
            all(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Bool, shape: Reduce, sample: (0.0, 1.0),
                example: ["x: &Tensor", "x.all(axis = 0)", "Tensor<bool>", "&array![[1.0, 0.0], [2.0, 3.0]]", "[true, false]"],
                grad: { none },
                kernel: { via defaults::all }
            }
            /// Is any element other than 0 over `axis`?
            ///
            /// Edges: false of nothing. NaN is other than 0.
            any(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Bool, shape: Reduce, sample: (0.0, 1.0),
                example: ["x: &Tensor", "x.any(axis = 0)", "Tensor<bool>", "&array![[1.0, 0.0], [2.0, 0.0]]", "[true, false]"],
                grad: { none },
                kernel: {}
            }
            /// Number of elements other than 0 over `axis`.
            ///
            /// Edges: 0 of nothing. NaN is counted.
            count_nonzero(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Any => Index, shape: Reduce, sample: (0.0, 1.0),
                example: ["x: &Tensor", "x.count_nonzero(axis = 0)", "Tensor<i64>", "&array![[1.0, 0.0], [2.0, 0.0]]", "[2, 0]"],
                grad: { none },
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
                grad: { reduced x: "dy * (x - x.mean(axis = axis, keepdims = true)) * (2.0 / (axis_count(x, axis) - num(correction)))" },
                kernel: { via defaults::var }
            }
            /// Standard deviation over `axis`: the root of the [variance](crate::frontend::Tensor::var).
            ///
            /// Formula: √(Σ(x - mean x)² / (n - `correction`)) (Array API 2024.12).
            ///
            /// Edges: as of the variance. Where all elements are equal the slope is 0.
            std(x: Tensor, axis: Axes = None, correction: Num = Float(0.0), keepdims: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.std()", "Scalar", "&array![1.0, 3.0]", "1.00000"],
                grad: { reduced x: "dy * ((x - x.mean(axis = axis, keepdims = true)) / where_(out == 0.0, 1.0, out)) * (1.0 / (axis_count(x, axis) - num(correction)))" },
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
                grad: { x: "let s = x.flatten_axes(axis = axis).sort(axis = -1); let n = s.dim(-1) as i64; let low = s[s![Ellipsis, (n - 1) / 2]].unreduce(x, axis = axis); let high = s[s![Ellipsis, n / 2]].unreduce(x, axis = axis); let a = where_(x == low, ones_like(x), 0.0); let b = where_(x == high, ones_like(x), 0.0); dy * (0.5 * a / a.sum(axis = axis, keepdims = true) + 0.5 * b / b.sum(axis = axis, keepdims = true))" },
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
                grad: { reduced x: "let s = x.flatten_axes(axis = axis).sort(axis = -1); let place = num(q) * (s.dim(-1) as f64 - 1.0); let part = place - place.floor(); let low = s[s![Ellipsis, place.floor() as i64]].unreduce(x, axis = axis); let high = s[s![Ellipsis, place.ceil() as i64]].unreduce(x, axis = axis); let a = where_(x == low, ones_like(x), 0.0); let b = where_(x == high, ones_like(x), 0.0); dy * (a * (1.0 - part) / a.sum(axis = axis, keepdims = true) + b * part / b.sum(axis = axis, keepdims = true))" },
                kernel: { via order::quantile }
            }
            /// Sum over `axis` of the elements that are not NaN.
            ///
            /// Edges: nothing, and NaN alone, sum to 0.
            nansum(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.nansum()", "Scalar", "&array![1.0, f64::NAN, 2.0]", "3.00000"],
                grad: { x: "where_(x.isnan(), 0.0, dy)" },
                kernel: { via reduction::nansum }
            }
            /// Arithmetic mean over `axis` of the elements that are not NaN.
            ///
            /// Edges: NaN where there are no others.
            nanmean(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.nanmean()", "Scalar", "&array![1.0, f64::NAN, 2.0]", "1.50000"],
                grad: { x: "where_(x.isnan(), 0.0, dy / where_(x.isnan(), zeros_like(x), 1.0).sum(axis = axis, keepdims = true))" },
                kernel: { via reduction::nanmean }
            }
            /// Smallest element over `axis` of those that are not NaN.
            ///
            /// Edges: NaN where there are no others. Of nothing it is an error.
            nanmin(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: ReduceSome, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.nanmin()", "Scalar", "&array![1.0, f64::NAN, 2.0]", "1.00000"],
                grad: { x: "where_(x == out, dy / where_(x == out, ones_like(x), 0.0).sum(axis = axis, keepdims = true), 0.0)" },
                kernel: { via reduction::nanmin }
            }
            /// Largest element over `axis` of those that are not NaN.
            ///
            /// Edges: NaN where there are no others. Of nothing it is an error.
            nanmax(x: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Reduction, dtype: Float => Same, shape: ReduceSome, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.nanmax()", "Scalar", "&array![1.0, f64::NAN, 2.0]", "2.00000"],
                grad: { x: "where_(x == out, dy / where_(x == out, ones_like(x), 0.0).sum(axis = axis, keepdims = true), 0.0)" },
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
                grad: { x: "dy * where_(out == -f64::INFINITY, out, where_(out == x, 0.0, x - out)).exp()" },
                kernel: {
                    fn logsumexp<E: Float>(x: Self::View<'_, E>, axes: &[usize], keepdims: bool) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::defaults::logsumexp::<Self, E>(x, axes, keepdims)
                    }
                }
            }
            /// Index of the smallest element along `axis` (of the flattened tensor by default).
            ///
            /// Edges: the first NaN, else the first of several that are smallest. Of nothing it is an error.
            argmin(x: Tensor, axis: OptAxis = None, keepdims: Flag = Bool(false)) aka [] {
                family: Other, dtype: Any => Index, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.argmin(axis = 1)", "Tensor<i64>", "&array![[3.0, 1.0, 1.0], [2.0, f64::NAN, 0.0]]", "[1, 1]"],
                grad: { none },
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
                grad: { none },
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
                grad: { zero },
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
                grad: { x: "dy * x.sign()" },
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
                grad: { x: "dy * (x / where_(out == 0.0, 1.0, out))" },
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
                grad: { x: "let a = x.abs(); where_(a == out, dy * x.sign() / where_(a == out, ones_like(x), 0.0).sum(axis = axis, keepdims = true), 0.0)" },
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
            /// Formula: (Σ|x|ᵖ)^(1/p); [`l0`](crate::frontend::Tensor::l0) for 0, [`linf`](crate::frontend::Tensor::linf) for infinity, min|x| for -infinity
            /// (Array API 2024.12, `linalg.vector_norm`).
            ///
            /// Edges: 0 of nothing; for a `p` of -infinity that is an error. NaN if there is one.
            ///
            /// Other libraries: the order is called `ord`. NumPy's `norm` of two axes is that of a matrix unless `ord` is left out.
            lp(x: Tensor, p: Num = Float(2.0), axis: Axes = None, keepdims: Flag = Bool(false)) aka ["vector_norm"] {
                family: Other, dtype: Float => Same, shape: Reduce, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.lp(3, axis = 1)", "Tensor", "&array![[3.0, 4.0], [1.0, 0.0]]", "[4.49794, 1.00000]"],
                grad: { reduced x: "let a = x.abs(); if num(p).is_infinite() { where_(a == out, dy * x.sign() / where_(a == out, ones_like(x), 0.0).sum(axis = axis, keepdims = true), 0.0) } else if num(p) == 0.0 { zeros_like(x) } else { dy * x.sign() * (where_(a == 0.0, 1.0, a) / where_(out == 0.0, 1.0, out)).pow(num(p) - 1.0) }" },
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
                grad: { linear x: "if is_none(axis) { dy.flip().cumsum().flip().reshape(x.shape()) } else { dy.flip(axis = axis).cumsum(axis = axis).flip(axis = axis) }" },
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
                grad: { other x: "let f = if is_none(axis) { x.flatten() } else { x }; let a = if is_none(axis) { 0 } else { axis }; let g = out.shift(1, axis = a, value = 1.0) * linear_scan(f.shift(-1, axis = a), dy, axis = a, reverse = true); if is_none(axis) { g.reshape(x.shape()) } else { g }" => "let f = if is_none(axis) { x.flatten() } else { x }; let a = if is_none(axis) { 0 } else { axis }; let u = if is_none(axis) { t.flatten() } else { t }; linear_scan(f, u * out.shift(1, axis = a, value = 1.0), axis = a)" },
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
                grad: { other x: "let f = if is_none(axis) { x.flatten() } else { x }; let a = if is_none(axis) { 0 } else { axis }; let p = where_(f == out, zeros_like(f).argsort(axis = a), 0).cummax(axis = a); let g = zeros_like(f).scatter_add(p, dy, axis = a); if is_none(axis) { g.reshape(x.shape()) } else { g }" => "let f = if is_none(axis) { x.flatten() } else { x }; let a = if is_none(axis) { 0 } else { axis }; let p = where_(f == out, zeros_like(f).argsort(axis = a), 0).cummax(axis = a); let u = if is_none(axis) { t.flatten() } else { t }; u.take_along_axis(p, axis = a)" },
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
                grad: { other x: "let f = if is_none(axis) { x.flatten() } else { x }; let a = if is_none(axis) { 0 } else { axis }; let p = where_(f == out, zeros_like(f).argsort(axis = a), 0).cummax(axis = a); let g = zeros_like(f).scatter_add(p, dy, axis = a); if is_none(axis) { g.reshape(x.shape()) } else { g }" => "let f = if is_none(axis) { x.flatten() } else { x }; let a = if is_none(axis) { 0 } else { axis }; let p = where_(f == out, zeros_like(f).argsort(axis = a), 0).cummax(axis = a); let u = if is_none(axis) { t.flatten() } else { t }; u.take_along_axis(p, axis = a)" },
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
                grad: { other x: "let f = if is_none(axis) { x.flatten() } else { x }; let a = if is_none(axis) { 0 } else { axis }; let near = where_(out == -f64::INFINITY, out, where_(out == f, 0.0, f - out)).exp(); let next = out.shift(-1, axis = a); let r = where_(out == -f64::INFINITY, 0.0, out - next).exp(); let g = near * linear_scan(r, dy, axis = a, reverse = true); if is_none(axis) { g.reshape(x.shape()) } else { g }" => "let f = if is_none(axis) { x.flatten() } else { x }; let a = if is_none(axis) { 0 } else { axis }; let near = where_(out == -f64::INFINITY, out, where_(out == f, 0.0, f - out)).exp(); let last = out.shift(1, axis = a); let r = where_(last == -f64::INFINITY, 0.0, last - out).exp(); let u = if is_none(axis) { t.flatten() } else { t }; linear_scan(r, near * u, axis = a)" },
                kernel: { via scan::logcumsumexp }
            }
            /// The states of a linear recurrence along `axis`: each is the one before it times `a`, with `x` added. With `reverse` it
            /// begins at the end.
            ///
            /// Formula: s₀ = x₀, sᵢ = aᵢ·sᵢ₋₁ + xᵢ; with `reverse` sₙ₋₁ = xₙ₋₁, sᵢ = aᵢ·sᵢ₊₁ + xᵢ.
            ///
            /// Edges: the first `a` is not looked at, not even if it is NaN. Both tensors have one shape. Ints wrap; floats of 16 bits
            /// go on in `f32`, and are rounded once each.
            ///
            /// Other libraries: `jax.lax.associative_scan` of (a, x) pairs; `scipy.signal.lfilter` where all `a` are equal.
            linear_scan(a: Tensor, x: Tensor, axis: Axis = Int(-1), reverse: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Along, sample: (-1.0, 1.0),
                example: ["a: &Tensor, x: &Tensor", "linear_scan(a, x)", "Tensor", "&array![0.0, 0.5, 2.0], &array![2.0, 1.0, 0.0]", "[2.00000, 2.00000, 4.00000]"],
                grad: {
                    other
                    a: "if reverse { linear_scan(a.shift(1, axis = axis), dy, axis = axis) * out.shift(-1, axis = axis) } else { linear_scan(a.shift(-1, axis = axis), dy, axis = axis, reverse = true) * out.shift(1, axis = axis) }"
                        => "if reverse { linear_scan(a, t * out.shift(-1, axis = axis), axis = axis, reverse = true) } else { linear_scan(a, t * out.shift(1, axis = axis), axis = axis) }",
                    x: "if reverse { linear_scan(a.shift(1, axis = axis), dy, axis = axis) } else { linear_scan(a.shift(-1, axis = axis), dy, axis = axis, reverse = true) }"
                        => "linear_scan(a, t, axis = axis, reverse = reverse)"
                },
                kernel: { via adjoint::linear_scan }
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
                grad: { linear x: "if n == 1 { let e = zeros_like(x.take(tensor([0], dtype = i64), axis = axis)); concatenate([e, dy], axis = axis) - concatenate([dy, e], axis = axis) } else { let e = zeros_like(x.take(tensor([0], dtype = i64), axis = axis)); let mut g = dy; for _ in 0..n { g = concatenate([e, g], axis = axis) - concatenate([g, e], axis = axis); } g }" },
                kernel: { via scan::diff }
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
                grad: { symmetric x: "out * (dy - (dy * out).sum(axis = axis, keepdims = true))" },
                kernel: {
                    fn softmax<E: Float>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::defaults::softmax::<Self, E>(x, axis)
                    }
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
                grad: { other x: "dy - out.exp() * dy.sum(axis = axis, keepdims = true)" => "t - (out.exp() * t).sum(axis = axis, keepdims = true)" },
                kernel: {
                    fn log_softmax<E: Float>(x: Self::View<'_, E>, axis: usize) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::defaults::log_softmax::<Self, E>(x, axis)
                    }
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
                grad: { symmetric x: "out * (dy - (dy * out).sum(axis = axis, keepdims = true))" },
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
                grad: { via "let c = if is_none(scale) { 1.0 / (q.dim(-1) as f64).sqrt() } else { scale }; let s = q.matmul(k.matrix_transpose()) * c; let s = if is_none(bias) { s } else { s + bias }; let open = ones_like(s) > 0.0; let open = if is_none(mask) { open } else { open & mask }; let open = if is_literal(is_causal) { open } else { open & ((tri(q.dim(-2), k.dim(-2), dtype = f32) > 0.0) | full((), !is_causal, dtype = bool)) }; let open = if is_literal(is_causal) && is_causal { open & (tri(q.dim(-2), k.dim(-2), dtype = f32) > 0.0) } else { open }; let open = if is_none(bias) { open } else { open & (bias > -f64::INFINITY) }; where_(open, s, 0.0).masked_softmax(open, axis = -1).matmul(v)" },
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
                grad: { via "let h = (x.dim(axis) / 2) as i64; x.take(arange(0, h, dtype = i64), axis = axis) * x.take(arange(h, 2 * h, dtype = i64), axis = axis).sigmoid()" },
                kernel: { via nn::glu }
            }
            /// A linear layer: `[…, D]` and a weight `[O, D]`, with a bias `[O]` if there is one, give `[…, O]`.
            ///
            /// Formula: x wᵀ + b.
            ///
            /// Edges: where D is 0 it is the bias, or 0.
            ///
            /// Other libraries: the weight is PyTorch's, outputs first; Flax and Keras keep `[D, O]`, for `x.matmul(w) + b`.
            linear(x: Tensor, weight: Tensor, bias: OptTensor = None) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Linear, sample: (-3.0, 3.0),
                example: ["x: &Tensor, w: &Tensor, b: &Tensor", "x.linear(w, b)", "Tensor", "&array![1.0, 2.0], &array![[1.0, 1.0], [0.0, 3.0]], &array![0.5, 0.5]", "[3.50000, 6.50000]"],
                grad: { via "let h = x.matmul(weight.matrix_transpose()); if is_none(bias) { h } else { h + bias }" },
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
                grad: { linear x: "dy.dropout(p = p, seed = seed)" },
                kernel: { via nn::dropout }
            }

            // convolution and pooling
            /// Cross-correlation along the last axis: `[N, C, L]` and a weight `[O, C / groups, K]` give `[N, O, (L + 2·padding - dilation·(K - 1) - 1) / stride + 1]`.
            ///
            /// Formula: `out[n, o, i] = bias[o] + Σ over c, k of weight[o, c, k] · x[n, c, i·stride - padding + k·dilation]`, 0
            /// outside of x (PyTorch, `torch.nn.functional.conv1d`; the kernel is not turned round).
            ///
            /// Edges: a kernel longer than the padded axis is an error; the size is rounded down.
            conv1d(x: Tensor, weight: Tensor, bias: OptTensor = None, stride: Ints = Int(1), padding: Ints = Int(0), dilation: Ints = Int(1), groups: Size = Int(1)) aka [] {
                family: Other, dtype: Float => Same, shape: Convolution, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 1, 4>, w: &Tensor<_, 1, 1, 2>", "x.conv1d(w)", "Tensor<_, 1, 1, 3>", "&array![[[1.0, 2.0, 4.0, 8.0]]], &array![[[-1.0, 1.0]]]", "[[[1.00000, 2.00000, 4.00000]]]"],
                grad: { other x: "conv_input_grad(dy, weight, x, stride = stride, padding = padding, dilation = dilation, groups = groups)" => "t.conv1d(weight, stride = stride, padding = padding, dilation = dilation, groups = groups)", weight: "conv_weight_grad(x, dy, weight, stride = stride, padding = padding, dilation = dilation, groups = groups)" => "x.conv1d(t, stride = stride, padding = padding, dilation = dilation, groups = groups)", bias: "dy.sum(axis = (0, 2))" => "t.reshape([1, -1, 1]).broadcast_to(out.shape())" },
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
                grad: { other x: "conv_input_grad(dy, weight, x, stride = stride, padding = padding, dilation = dilation, groups = groups)" => "t.conv2d(weight, stride = stride, padding = padding, dilation = dilation, groups = groups)", weight: "conv_weight_grad(x, dy, weight, stride = stride, padding = padding, dilation = dilation, groups = groups)" => "x.conv2d(t, stride = stride, padding = padding, dilation = dilation, groups = groups)", bias: "dy.sum(axis = (0, 2, 3))" => "t.reshape([1, -1, 1, 1]).broadcast_to(out.shape())" },
                kernel: { as conv }
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
                grad: { other x: "dy.conv1d(weight, stride = stride, padding = padding, dilation = dilation, groups = groups)[s![.., .., ..x.dim(2)]]" => "t.conv_transpose1d(weight, stride = stride, padding = padding, output_padding = output_padding, groups = groups, dilation = dilation)", weight: "conv_weight_grad(dy, x, weight, stride = stride, padding = padding, dilation = dilation, groups = groups)" => "x.conv_transpose1d(t, stride = stride, padding = padding, output_padding = output_padding, groups = groups, dilation = dilation)", bias: "dy.sum(axis = (0, 2))" => "t.reshape([1, -1, 1]).broadcast_to(out.shape())" },
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
                grad: { other x: "dy.conv2d(weight, stride = stride, padding = padding, dilation = dilation, groups = groups)[s![.., .., ..x.dim(2), ..x.dim(3)]]" => "t.conv_transpose2d(weight, stride = stride, padding = padding, output_padding = output_padding, groups = groups, dilation = dilation)", weight: "conv_weight_grad(dy, x, weight, stride = stride, padding = padding, dilation = dilation, groups = groups)" => "x.conv_transpose2d(t, stride = stride, padding = padding, output_padding = output_padding, groups = groups, dilation = dilation)", bias: "dy.sum(axis = (0, 2, 3))" => "t.reshape([1, -1, 1, 1]).broadcast_to(out.shape())" },
                kernel: { as conv_transpose }
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
                grad: { via "x.pool_windows(kernel, stride = stride, padding = padding, dilation = dilation, ceil_mode = ceil_mode, value = -f64::INFINITY).max(axis = -1)" },
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
                grad: { via "x.pool_windows(kernel, stride = stride, padding = padding, dilation = dilation, ceil_mode = ceil_mode, value = -f64::INFINITY).max(axis = -1)" },
                kernel: { as max_pool }
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
                grad: { linear x: "let w = x.pool_windows(kernel, stride = stride, padding = padding, ceil_mode = ceil_mode); let n = if count_include_pad { let a = arange(dy.dim(2) as i64, dtype = i64) * (if is_none(stride) { at(kernel, 0) } else { at(stride, 0) } as i64) - (at(padding, 0) as i64); let a = ((a + (at(kernel, 0) as i64)).minimum(x.dim(2) as i64 + (at(padding, 0) as i64)) - a).astype(dtype(x)); a } else { ones_like(x).pool_windows(kernel, stride = stride, padding = padding, ceil_mode = ceil_mode).sum(axis = -1) }; (dy / n).expand_dims(-1).broadcast_to(w.shape()).pool_scatter(x, kernel, stride = stride, padding = padding, ceil_mode = ceil_mode)" },
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
                grad: { linear x: "let w = x.pool_windows(kernel, stride = stride, padding = padding, ceil_mode = ceil_mode); let n = if count_include_pad { let a = arange(dy.dim(2) as i64, dtype = i64) * (if is_none(stride) { at(kernel, 0) } else { at(stride, 0) } as i64) - (at(padding, 0) as i64); let a = ((a + (at(kernel, 0) as i64)).minimum(x.dim(2) as i64 + (at(padding, 0) as i64)) - a).astype(dtype(x)); let b = arange(dy.dim(3) as i64, dtype = i64) * (if is_none(stride) { at(kernel, 1) } else { at(stride, 1) } as i64) - (at(padding, 1) as i64); let b = ((b + (at(kernel, 1) as i64)).minimum(x.dim(3) as i64 + (at(padding, 1) as i64)) - b).astype(dtype(x)); a.expand_dims(-1) * b } else { ones_like(x).pool_windows(kernel, stride = stride, padding = padding, ceil_mode = ceil_mode).sum(axis = -1) }; (dy / n).expand_dims(-1).broadcast_to(w.shape()).pool_scatter(x, kernel, stride = stride, padding = padding, ceil_mode = ceil_mode)" },
                kernel: { as avg_pool }
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
                grad: { via "let h = at(output_size, 0) as i64; let w = at(output_size, 1) as i64; let a = arange(h, dtype = i64).expand_dims(-1); let b = arange(x.dim(2) as i64, dtype = i64); let hs = (a * (x.dim(2) as i64)).floor_divide(h); let he = ((a + 1) * (x.dim(2) as i64) + (h - 1)).floor_divide(h); let mh = ((b >= hs) & (b < he)).astype(dtype(x)); let mh = mh / mh.sum(axis = -1, keepdims = true); let c = arange(w, dtype = i64).expand_dims(-1); let d = arange(x.dim(3) as i64, dtype = i64); let ws = (c * (x.dim(3) as i64)).floor_divide(w); let we = ((c + 1) * (x.dim(3) as i64) + (w - 1)).floor_divide(w); let mw = ((d >= ws) & (d < we)).astype(dtype(x)); let mw = mw / mw.sum(axis = -1, keepdims = true); mh.matmul(x).matmul(mw.matrix_transpose())" },
                kernel: { via nn::adaptive_avg_pool2d }
            }
            /// `[N, C·r², H, W]` to `[N, C, H·r, W·r]`: channels become pixels of `factor` by `factor`.
            ///
            /// Formula: out[n, c, h·r + i, w·r + j] = x[n, c·r² + i·r + j, h, w] (Shi et al. 2016, arXiv 1609.05158).
            pixel_shuffle(x: Tensor, factor: Size) aka ["depth_to_space"] {
                family: Plain, dtype: Any => Same, shape: PixelShuffle, sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 4, 1, 1>", "x.pixel_shuffle(2)", "Tensor<_, 1, 1, 2, 2>", "&array![[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]]", "[[[[1.00000, 2.00000],\n   [3.00000, 4.00000]]]]"],
                grad: { linear x: "let h = x.dim(-2); let w = x.dim(-1); let r = factor; let c = dy.dim(-3); dy.reshape([-1, c as i64, h as i64, r as i64, w as i64, r as i64]).transpose([0, 1, 3, 5, 2, 4]).reshape(x.shape())" },
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
                grad: { via "let c = x - x.mean(axis = axis, keepdims = true); let n = c * (c.square().mean(axis = axis, keepdims = true) + eps).rsqrt(); if is_last(axis) { if is_none(weight) { if is_none(bias) { n } else { n + bias } } else if is_none(bias) { n * weight } else { n * weight + bias } } else { if is_none(weight) { if is_none(bias) { n } else { (n.flatten_axes(axis = axis) + bias.flatten()).unflatten_axes(x, axis = axis) } } else if is_none(bias) { (n.flatten_axes(axis = axis) * weight.flatten()).unflatten_axes(x, axis = axis) } else { (n.flatten_axes(axis = axis) * weight.flatten() + bias.flatten()).unflatten_axes(x, axis = axis) } }" },
                kernel: { via nn::layer_norm }
            }
            /// Root mean square 1 over `axis`, then times `weight`, which has the sizes of these axes.
            ///
            /// Formula: x / √(mean x² + eps) · weight (Zhang and Sennrich 2019, arXiv 1910.07467).
            ///
            /// Edges: what is 0 all along an axis stays 0.
            ///
            /// Other libraries: PyTorch's `eps` is the least step above 1 by default.
            rms_norm(x: Tensor, axis: Axes = Int(-1), weight: OptTensor = None, eps: Num = Float(1e-5)) aka [] {
                family: Plain, dtype: Float => Same, shape: Normalised, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.rms_norm(eps = 0.0)", "Tensor", "&array![1.0, 7.0]", "[0.20000, 1.40000]"],
                grad: { via "let n = x * (x.square().mean(axis = axis, keepdims = true) + eps).rsqrt(); if is_none(weight) { n } else if is_last(axis) { n * weight } else { (n.flatten_axes(axis = axis) * weight.flatten()).unflatten_axes(x, axis = axis) }" },
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
                grad: { via "let n = (x.moveaxis(1, -1) - mean) * (var + eps).rsqrt(); let o = if is_none(weight) { n } else { n * weight }; let o = if is_none(bias) { o } else { o + bias }; o.moveaxis(-1, 1)" },
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
                grad: { via "let f = x.reshape([x.dim(0) as i64, num_groups as i64, -1]); let c = f - f.mean(axis = -1, keepdims = true); let n = (c * (c.square().mean(axis = -1, keepdims = true) + eps).rsqrt()).reshape(x.shape()).moveaxis(1, -1); let o = if is_none(weight) { n } else { n * weight }; let o = if is_none(bias) { o } else { o + bias }; o.moveaxis(-1, 1)" },
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
                grad: { via "let f = x.reshape([x.dim(0) as i64, x.dim(1) as i64, -1]); let c = f - f.mean(axis = -1, keepdims = true); let n = (c * (c.square().mean(axis = -1, keepdims = true) + eps).rsqrt()).reshape(x.shape()).moveaxis(1, -1); let o = if is_none(weight) { n } else { n * weight }; let o = if is_none(bias) { o } else { o + bias }; o.moveaxis(-1, 1)" },
                kernel: { via nn::instance_norm }
            }

            // ---------------------------------------------------------------- losses
            /// -log softmax(logits) at the label, one value per row: `[N, C]` and labels `[N]` give `[N]`.
            ///
            /// The classes are on `axis`, and the labels have the other sizes of the logits. `weight` has a factor for each
            /// class, `label_smoothing` is the share of the loss that goes evenly to all classes, and rows whose label is
            /// `ignore_index` count nowhere. `reduction` is `"none"`, `"mean"` or `"sum"`.
            ///
            /// Formula: `(1 - s)·w[y]·(-log p[y]) + s/C · Σ over c of w[c]·(-log p[c])`, the mean divided by the sum of `w[y]`
            /// (Szegedy et al. 2015, arXiv 1512.00567, 7; PyTorch, `torch.nn.functional.cross_entropy`).
            ///
            /// Edges: a label outside of 0..C is an error, but for `ignore_index`. Rows that are ignored are 0, whatever they
            /// hold; if all are, the mean is NaN and the sum 0. With smoothing a logit of -∞ makes the loss +∞.
            ///
            /// Other libraries: PyTorch has the classes on axis 1 (`axis = 1` here), the mean by default, and ignores -100.
            crossentropy(logits: Tensor, labels: Index, axis: Axis = Int(-1), weight: OptTensor = None, ignore_index: OptNum = None, label_smoothing: Num = Float(0.0), reduction: Text["none", "mean", "sum"] = Text("none")) aka ["cross_entropy"] {
                family: Other, dtype: Float => Same, shape: CrossEntropy, sample: (-3.0, 3.0),
                example: ["x: &Tensor, labels: &Tensor<i64>", "x.crossentropy(labels)", "Tensor", "&array![[0.0, 0.0], [0.0, 100.0]], &array![0, 1]", "[0.69315, 0.00000]"],
                grad: { via "if is_none(ignore_index) && is_none(weight) && is_literal(label_smoothing) && num(label_smoothing) == 0.0 { let p = logits.log_softmax(axis = axis); let e = -p.gather(labels.expand_dims(axis), axis = axis).squeeze(axis); if reduction == \"mean\" { e.mean() } else if reduction == \"sum\" { e.sum() } else { e } } else { let l = logits.moveaxis(axis, -1); let keep = labels == labels; let keep = if is_none(ignore_index) { keep } else { labels != (ignore_index as i64) }; let y = where_(keep, labels, zeros_like(labels)); let l = where_(keep.expand_dims(-1), l, 0.0); let hot = one_hot(y, l.dim(-1), dtype = dtype(logits)); let hot = where_(keep.expand_dims(-1), hot, 0.0); let mine = if is_none(weight) { hot.sum(axis = -1) } else { (hot * weight).sum(axis = -1) }; let p = l.log_softmax(axis = -1); let q = if is_none(weight) { hot } else { hot * weight }; let flat = if is_none(weight) { ones_like(hot) } else { ones_like(hot) * weight }; let c = l.dim(-1) as f64; let q = if is_literal(label_smoothing) && num(label_smoothing) == 0.0 { q } else { q * (1.0 - label_smoothing) + where_(keep.expand_dims(-1), flat * (label_smoothing / c), 0.0) }; let e = -(q * where_(q == 0.0, 0.0, p)).sum(axis = -1); if reduction == \"mean\" { e.sum() / mine.sum() } else if reduction == \"sum\" { e.sum() } else { e } }" },
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
            /// Formula: `-w[y]·x[y]`, the mean divided by the sum of `w[y]` (PyTorch, `torch.nn.functional.nll_loss`).
            ///
            /// Edges: as of `crossentropy`, which takes logits.
            nll_loss(x: Tensor, labels: Index, axis: Axis = Int(-1), weight: OptTensor = None, ignore_index: OptNum = None, reduction: Text["mean", "none", "sum"] = Text("mean")) aka ["nll"] {
                family: Other, dtype: Float => Same, shape: CrossEntropy, sample: (-3.0, 0.0),
                example: ["x: &Tensor, labels: &Tensor<i64>", "x.nll_loss(labels)", "Scalar", "&array![[-1.0, -2.0], [-3.0, -4.0]], &array![0, 1]", "2.50000"],
                grad: { via "if is_none(ignore_index) && is_none(weight) { let e = -x.gather(labels.expand_dims(axis), axis = axis).squeeze(axis); if reduction == \"mean\" { e.mean() } else if reduction == \"sum\" { e.sum() } else { e } } else { let l = x.moveaxis(axis, -1); let keep = labels == labels; let keep = if is_none(ignore_index) { keep } else { labels != (ignore_index as i64) }; let y = where_(keep, labels, zeros_like(labels)); let l = where_(keep.expand_dims(-1), l, 0.0); let hot = one_hot(y, l.dim(-1), dtype = dtype(x)); let hot = where_(keep.expand_dims(-1), hot, 0.0); let mine = if is_none(weight) { hot.sum(axis = -1) } else { (hot * weight).sum(axis = -1) }; let q = if is_none(weight) { hot } else { hot * weight }; let e = -(q * where_(hot == 0.0, 0.0, l)).sum(axis = -1); if reduction == \"mean\" { e.sum() / mine.sum() } else if reduction == \"sum\" { e.sum() } else { e } }" },
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
                grad: { via "let e = (x - target).square(); if reduction == \"mean\" { e.mean() } else if reduction == \"sum\" { e.sum() } else { e }" },
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
                grad: { via "let e = (x - target).abs(); if reduction == \"mean\" { e.mean() } else if reduction == \"sum\" { e.sum() } else { e }" },
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
                grad: { via "let e = (x - target); let a = e.abs(); let e = where_(a <= delta, 0.5 * e.square(), delta * (a - 0.5 * num(delta))); if reduction == \"mean\" { e.mean() } else if reduction == \"sum\" { e.sum() } else { e }" },
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
                grad: { via "let e = (x - target); let a = e.abs(); let e = if is_literal(beta) && num(beta) == 0.0 { a } else { where_(a < beta, e.square() * (0.5 / num(beta)), a - 0.5 * num(beta)) }; if reduction == \"mean\" { e.mean() } else if reduction == \"sum\" { e.sum() } else { e }" },
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
                grad: { via "let e = x.softplus() - x * target; if reduction == \"mean\" { e.mean() } else if reduction == \"sum\" { e.sum() } else { e }" },
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
                grad: { via "let e = -(target * x.log().clamp_min(-100.0) + (1.0 - target) * (1.0 - x).log().clamp_min(-100.0)); if reduction == \"mean\" { e.mean() } else if reduction == \"sum\" { e.sum() } else { e }" },
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
                grad: { via "let both = broadcast_arrays([p, q]); let p = both[0]; let q = both[1]; let lp = p.log_softmax(axis = axis); let lq = q.log_softmax(axis = axis); let w = lp.exp(); let none = w == 0.0; (w * (where_(none, 0.0, lp) - where_(none, 0.0, lq))).sum(axis = axis, keepdims = keepdims)" },
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
                grad: { via "let both = broadcast_arrays([x, y]); let x = both[0]; let y = both[1]; let a = x.l2(axis = axis, keepdims = true).clamp_min(eps); let b = y.l2(axis = axis, keepdims = true).clamp_min(eps); ((x / a) * (y / b)).sum(axis = axis)" },
                kernel: { via loss::cosine_similarity }
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
                grad: { linear x: "dy.reshape(x.shape())" },
                kernel: {
                    fn reshape<'a, E: Element>(x: Self::View<'a, E>, shape: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// The axes in another order, reversed by default.
            ///
            /// Edges: axes that are named twice, or not all of them, are an error.
            ///
            /// Other libraries: NumPy `transpose`, PyTorch `permute`, Array API 2024.12 `permute_dims`. PyTorch's `transpose`
            /// exchanges two axes: that is `swapaxes`.
            transpose(x: Tensor, axes: OptInts = None) aka ["permute_dims"] {
                family: Other, dtype: Any => Same, shape: Transpose, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.transpose()", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[[1, 3],\\n [2, 4]]"],
                grad: { linear x: "if is_none(axes) { dy.transpose() } else { dy.transpose(axes = inverse(axes)) }" },
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
                grad: { linear x: "dy.matrix_transpose()" },
                kernel: {}
            }
            /// Two axes exchanged.
            ///
            /// Edges: one axis with itself changes nothing.
            ///
            /// Other libraries: NumPy `swapaxes`, PyTorch `transpose` and `swapdims`.
            swapaxes(x: Tensor, axis1: Axis, axis2: Axis) aka [] {
                family: Other, dtype: Any => Same, shape: SwapAxes, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.swapaxes(0, 1)", "Tensor<i64>", "&array![[1_i64, 2, 3]]", "[[1],\\n [2],\\n [3]]"],
                grad: { linear x: "dy.swapaxes(axis1, axis2)" },
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
                grad: { linear x: "dy.moveaxis(destination, source)" },
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
                grad: { linear x: "dy.reshape(x.shape())" },
                kernel: {
                    fn squeeze<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>> {
                        crate::ops::compose::defaults::squeeze::<Self, E>(x, axes)
                    }
                }
            }
            /// With new axes of size 1 at these places of the result.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `expand_dims`, PyTorch `unsqueeze`.
            expand_dims(x: Tensor, axis: Ints) aka [] {
                family: Other, dtype: Any => Same, shape: ExpandDims, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.expand_dims(axis = 1)", "Tensor<i64>", "&array![1_i64, 2]", "[[1],\\n [2]]"],
                grad: { linear x: "dy.reshape(x.shape())" },
                kernel: {
                    fn expand_dims<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>> {
                        crate::ops::compose::defaults::expand_dims::<Self, E>(x, axes)
                    }
                }
            }
            /// With one axis at least: a scalar becomes a vector of one.
            ///
            /// Other libraries: NumPy and PyTorch `atleast_1d`.
            atleast_1d(x: Tensor) aka [] {
                family: Other, dtype: Any => Same, shape: AtLeast(1), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.sum().atleast_1d()", "Tensor<i64>", "&array![1_i64, 2]", "[3]"],
                grad: { linear x: "dy.reshape(x.shape())" },
                kernel: {}
            }
            /// With two axes at least: a vector becomes a matrix of one row.
            ///
            /// Other libraries: NumPy and PyTorch `atleast_2d`.
            atleast_2d(x: Tensor) aka [] {
                family: Other, dtype: Any => Same, shape: AtLeast(2), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.atleast_2d()", "Tensor<i64>", "&array![1_i64, 2]", "[[1, 2]]"],
                grad: { linear x: "dy.reshape(x.shape())" },
                kernel: {}
            }
            /// With the axes from `start` to `end` (included) as one. A scalar becomes a vector of one.
            ///
            /// Other libraries: PyTorch `flatten`; NumPy `ravel` and `flatten` are the same without bounds.
            flatten(x: Tensor, start: Axis = Int(0), end: Axis = Int(-1)) aka ["ravel"] {
                family: Other, dtype: Any => Same, shape: Flatten, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.flatten()", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[1, 2, 3, 4]"],
                grad: { linear x: "dy.reshape(x.shape())" },
                kernel: {}
            }
            /// With one axis as several, of these sizes, whose product is that of the axis. One size may be -1.
            ///
            /// Edges: sizes that do not make up the axis are an error.
            ///
            /// Other libraries: PyTorch `unflatten`.
            unflatten(x: Tensor, axis: Axis, sizes: Ints) aka [] {
                family: Other, dtype: Any => Same, shape: Unflatten, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.unflatten(0, (2, -1))", "Tensor<i64>", "&array![1_i64, 2, 3, 4]", "[[1, 2],\\n [3, 4]]"],
                grad: { linear x: "dy.reshape(x.shape())" },
                kernel: {}
            }
            /// Repeated along axes of size 1 and new leading axes, without a copy where the framework has views.
            ///
            /// Edges: a size other than 1 that is not the one asked for is an error.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `broadcast_to`, PyTorch `expand`.
            broadcast_to(x: Tensor, shape: Shape) aka [] {
                family: Other, dtype: Any => Same, shape: BroadcastTo, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.broadcast_to((2, 2))", "Tensor<i64>", "&array![1_i64, 2]", "[[1, 2],\\n [1, 2]]"],
                grad: { linear x: "dy.sum_to(x)" },
                kernel: {
                    fn broadcast_to<'a, E: Element>(x: Self::View<'a, E>, shape: &[usize]) -> Result<Self::Tensor<'a, E>>;
                }
            }
            /// A list of tensors, broadcast to the one shape that all of them fit.
            ///
            /// Edges: sizes that differ, and are not 1, are an error.
            ///
            /// Other libraries: Array API 2024.12 and NumPy `broadcast_arrays`, PyTorch `broadcast_tensors`.
            broadcast_arrays(tensors: Tensors) aka ["broadcast_tensors"] {
                family: Plain, dtype: Any => List, shape: BroadcastArrays, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, y: &Tensor<i64>", "broadcast_arrays([x, y])[0]", "Tensor<i64>", "&array![[1_i64], [2]], &array![3_i64, 4]", "[[1, 1],\\n [2, 2]]"],
                grad: { linear tensors: "let k = i; dy.sum_to(element)" },
                kernel: { via movement::broadcast_arrays }
            }
            /// Tensors joined along an axis.
            ///
            /// Edges: no tensors are an error, and so are two element types.
            ///
            /// Other libraries: NumPy `concatenate`, Array API 2024.12 `concat`, PyTorch `cat`.
            concatenate(tensors: Tensors, axis: Axis = Int(0)) aka ["concat"] {
                family: Other, dtype: Any => Same, shape: Concatenate, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, y: &Tensor<i64>", "concatenate([x, y])", "Tensor<i64>", "&array![1_i64, 2], &array![3_i64]", "[1, 2, 3]"],
                grad: { linear tensors: "dy.split(sizes = sizes(tensors, axis), axis = axis)" },
                kernel: {
                    fn concatenate<E: Element>(tensors: &[Self::View<'_, E>], axis: usize) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// Tensors of one shape joined along a new axis.
            ///
            /// Edges: no tensors are an error, and so are two shapes or two element types.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `stack`.
            stack(tensors: Tensors, axis: Axis = Int(0)) aka [] {
                family: Other, dtype: Any => Same, shape: Stack, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, y: &Tensor<i64>", "stack([x, y], axis = 1)", "Tensor<i64>", "&array![1_i64, 2], &array![3_i64, 4]", "[[1, 3],\\n [2, 4]]"],
                grad: { linear tensors: "dy.unstack(axis = axis)" },
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
                grad: { linear x: "if is_none(sizes) { let n = x.dim(axis) as i64 / (sections as i64); let k = (i as i64).rem_euclid(sections as i64); zeros_like(x).index_add(arange(n * k, n * k + dy.dim(axis) as i64, dtype = i64), dy, axis = axis) } else { let n = before(sizes, i); zeros_like(x).index_add(arange(n, (n) + dy.dim(axis) as i64, dtype = i64), dy, axis = axis) }" },
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
                grad: { linear x: "let m = x.dim(axis) as i64; let n = (m + (chunks as i64) - 1) / (chunks as i64); let k = (i as i64).rem_euclid((m + n - 1) / n.max(1)); zeros_like(x).index_add(arange(n * k, n * k + dy.dim(axis) as i64, dtype = i64), dy, axis = axis)" },
                kernel: { via movement::chunk }
            }
            /// A list of the entries of an axis, which goes.
            ///
            /// Edges: of an axis of size 0 the list is empty.
            ///
            /// Other libraries: Array API 2024.12 and NumPy `unstack`, PyTorch `unbind`.
            unstack(x: Tensor, axis: Axis = Int(0)) aka ["unbind"] {
                family: Plain, dtype: Any => List, shape: Unstack, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.unstack(axis = 1)[1]", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[2, 4]"],
                grad: { linear x: "zeros_like(x).index_add(tensor([(i as i64).rem_euclid(x.dim(axis) as i64)], dtype = i64), dy.expand_dims(axis), axis = axis)" },
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
                grad: { linear x: "if is_none(axis) { let f = x.flatten(); zeros_like(f).index_add(arange(f.dim(0) as i64, dtype = i64).repeat(repeats, axis = 0), dy, axis = 0).reshape(x.shape()) } else { zeros_like(x).index_add(arange(x.dim(axis) as i64, dtype = i64).repeat(repeats, axis = 0), dy, axis = axis) }" },
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
                grad: { linear x: "dy.untile(x, multiples)" },
                kernel: { via movement::tile }
            }
            /// Each entry of an axis `by` places further on, with `value` in the places that become free; what falls off the end is
            /// gone.
            ///
            /// Formula: yᵢ = xᵢ₋ₖ for k = `by`, and `value` where there is no such entry.
            ///
            /// Edges: a negative `by` goes backwards. By as many places as there are, or more, all is `value`.
            ///
            /// Other libraries: pandas `shift`, which fills with NaN. What comes in at the other end again is
            /// [`roll`](crate::frontend::Tensor::roll).
            shift(x: Tensor, by: Int, axis: Axis = Int(-1), value: Num = Int(0)) aka [] {
                family: Plain, dtype: Any => Same, shape: Along, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.shift(1)", "Tensor<i64>", "&array![1_i64, 2, 3]", "[0, 1, 2]"],
                grad: { other x: "dy.shift(-(by), axis = axis)" => "t.shift(by, axis = axis)" },
                kernel: { via adjoint::shift }
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
                grad: { linear x: "if is_none(axis) { dy.roll(negated(shift)) } else { dy.roll(negated(shift), axis = axis) }" },
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
                grad: { linear x: "dy.flip(axis = axis)" },
                kernel: {
                    fn flip<'a, E: Element>(x: Self::View<'a, E>, axes: &[usize]) -> Result<Self::Tensor<'a, E>> {
                        crate::ops::compose::defaults::flip::<Self, E>(x, axes)
                    }
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
                grad: { linear x: "if is_none(axes) { dy.rot90(k = -(k)) } else { dy.rot90(k = -(k), axes = axes) }" },
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
                grad: { other x: "dy.unpad(x, paddings, mode = mode)" => "t.pad(paddings, mode = mode)" },
                kernel: {
                    fn pad<E: Element>(x: Self::View<'_, E>, paddings: &[(usize, usize)], value: Num) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::defaults::pad::<Self, E>(x, paddings, value)
                    }
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
                grad: { linear x: "dy.overlap_add(x, step = step, axis = axis)" },
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
                grad: { linear x: "dy.tril(k = k)" },
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
                grad: { linear x: "dy.triu(k = k)" },
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
                grad: { linear x: "dy.undiagonal(x, offset = offset, axis1 = axis1, axis2 = axis2)" },
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
                grad: { linear x: "eye(x.dim(-2), m = x.dim(-1), k = offset, dtype = dtype(x)) * dy.expand_dims([-2, -1])" },
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
                grad: { linear x: "if x.ndim() == 1 { dy.diagonal(offset = k) } else { dy.undiagonal(x, offset = k) }" },
                kernel: { via movement::diag }
            }
            /// The last axis on the diagonal `offset` of a matrix, which are two new last axes, with 0 elsewhere.
            ///
            /// Other libraries: PyTorch `diag_embed`.
            diag_embed(x: Tensor, offset: Int = Int(0)) aka [] {
                family: Plain, dtype: Any => Same, shape: DiagEmbed, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.diag_embed(offset = 1)", "Tensor<i64>", "&array![5_i64]", "[[0, 5],\\n [0, 0]]"],
                grad: { linear x: "dy.diagonal(offset = offset)" },
                kernel: { via movement::diag_embed }
            }

            // ---------------------------------------------------------------- indexing
            /// `x[…]`: positions, ranges with steps, new axes, index tensors and masks. Positions of an index tensor must be in 0..n.
            ///
            /// Positions and ranges give a view where the framework has views; index tensors and masks copy.
            ///
            /// Edges: positions that the host writes count from the end where they are negative; those in a tensor do not, and one
            /// outside of 0..n is an error. A range is cut to the axis, and walked from its end by a negative step.
            ///
            /// Other libraries: ranges with steps are those of ndarray's `s![…]`; the rest is NumPy's indexing.
            getitem(x: Tensor, index: IndexList) aka [] {
                family: Other, dtype: Any => Same, shape: GetItem, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x[s![1..4;-2]]", "Tensor<i64>", "&array![0_i64, 1, 2, 3, 4]", "[3, 1]"],
                grad: { linear x: "zeros_like(x).index_accumulate(index, dy)" },
                kernel: {
                    /// Cuts every axis, then lets the axes in `gone` go (they have size 1 by then), then lets axes of
                    /// size 1 come, at the places in `new` of the result.
                    fn slice<'a, E: Element>(x: Self::View<'a, E>, cuts: &[Cut], gone: &[usize], new: &[usize]) -> Result<Self::Tensor<'a, E>>;
                    /// The places of a mask's true elements, in row-major order: a vector.
                    fn nonzero<M: Boolean>(mask: Self::View<'_, M>) -> Result<Self::Tensor<'static, i64>>;
                }
            }
            /// A new tensor: `x` with `value` at `x[index]`. A tensor is broadcast to the shape of `x[index]`. Of values for
            /// one position the last stays. `x` itself is not changed.
            ///
            /// Edges: a position out of range is an error.
            ///
            /// Other libraries: NumPy `x[index] = value` on a copy, JAX `x.at[index].set(value)`.
            index_update(x: Tensor, index: IndexList, value: Operand) aka [] {
                family: Other, dtype: Any => Same, shape: IndexUpdate, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.index_update(-1, 9)", "Tensor<i64>", "&array![1_i64, 2, 3]", "[1, 2, 9]"],
                grad: { linear x: "dy.index_update(index, 0.0)", value: "if has_tensor(index) { let g = dy[index]; let n = arange(g.shape().iter().product::<usize>() as i64, dtype = i64).reshape(g.shape()); let last = zeros(dy.shape(), dtype = i64).index_update(index, n); where_(last[index] == n, g, 0.0) } else { dy[index] }" },
                kernel: {
                    /// Replaces what the cuts take: at least one element. Their steps are positive, and a tensor has
                    /// their sizes.
                    fn assign<E: Element>(x: Self::View<'_, E>, cuts: &[Cut], value: Operand<'_, Self, E>) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::defaults::assign::<Self, E>(x, cuts, value)
                    }
                    /// A new tensor: `x` with other rows (entries of its first axis) at positions that are in range, at least
                    /// one. A tensor has a row for each position, and of several rows for one position the last stays.
                    fn put<E: Element>(x: Self::View<'_, E>, positions: Self::View<'_, i64>, value: Operand<'_, Self, E>) -> Result<Self::Tensor<'static, E>>;
                }
            }
            /// A new tensor: `x` with `value` added at `x[index]`. A tensor is broadcast to the shape of `x[index]`. A position that
            /// stands twice gets both values. `x` itself is not changed.
            ///
            /// Edges: a position out of range is an error. Ints wrap around.
            ///
            /// Other libraries: NumPy `add.at` on a copy, JAX `x.at[index].add(value)`, PyTorch `index_put` with `accumulate`. NumPy's
            /// `x[index] += value` adds once at a position that stands twice.
            index_accumulate(x: Tensor, index: IndexList, value: Operand) aka [] {
                family: Other, dtype: Numeric => Same, shape: IndexUpdate, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, at: &Tensor<i64>", "x.index_accumulate(at, 5)", "Tensor<i64>", "&array![1_i64, 2, 3], &array![0_i64, 2, 0]", "[11, 2, 8]"],
                grad: { linear x: "dy", value: "dy[index]" },
                kernel: {}
            }
            /// Entries along `axis` at the positions of an integer tensor, whose shape takes the axis' place.
            ///
            /// Edges: a position outside of 0..n, a negative one too, is an error.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `take`, PyTorch `index_select`. NumPy's flattens where no axis is named.
            take(x: Tensor, indices: Index, axis: Axis = Int(0)) aka ["lookup"] {
                family: Other, dtype: Any => Same, shape: Take, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>, at: &Tensor<i64>", "x.take(at)", "Tensor<i64>", "&array![5_i64, 6, 7], &array![2_i64, 0]", "[7, 5]"],
                grad: { linear x: "let k = if axis < 0 { axis + x.ndim() as i64 } else { axis }; if indices.ndim() == 1 { zeros_like(x).index_add(indices, dy, axis = axis) } else if indices.ndim() == 0 { zeros_like(x).index_add(indices.reshape([1]), dy.expand_dims(k), axis = axis) } else { zeros_like(x).index_add(indices.flatten(), dy.flatten(k, k + indices.ndim() as i64 - 1), axis = axis) }" },
                kernel: {
                    fn take<E: Element, I: Int>(x: Self::View<'_, E>, indices: Self::View<'_, I>, axis: usize) -> Result<Self::Tensor<'static, E>> {
                        crate::ops::compose::defaults::take::<Self, E, I>(x, indices, axis)
                    }
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
                grad: { linear x: "let wide = dy.sum(axis = axis, keepdims = true) + x * 0.0; zeros_like(wide).scatter_add(indices.broadcast_to(dy.shape()), dy, axis = axis).sum_to(x)" },
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
                grad: { linear x: "zeros_like(x).scatter_add(indices, dy, axis = axis)" },
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
                grad: { linear x: "dy.scatter(indices, 0.0, axis = axis)", source: "let n = arange(indices.shape().iter().product::<usize>() as i64, dtype = i64).reshape(indices.shape()); let last = zeros(dy.shape(), dtype = i64).scatter(indices, n, axis = axis); let g = where_(last.gather(indices, axis = axis) == n, dy.gather(indices, axis = axis), 0.0); if is_ranked(indices) { zeros_like(source).index_update(corner(indices), g) } else { g.reshape(source.shape()) }" },
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
                grad: { linear x: "dy", source: "let g = dy.gather(indices, axis = axis); if is_ranked(indices) { zeros_like(source).index_update(corner(indices), g) } else { g.reshape(source.shape()) }" },
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
                grad: { linear x: "dy", source: "dy.take(indices, axis = axis)" },
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
                grad: { linear x: "dy.put_along_axis(indices, 0.0, axis = axis)", values: "let g = dy.take_along_axis(indices, axis = axis); let n = arange(g.shape().iter().product::<usize>() as i64, dtype = i64).reshape(g.shape()); let last = zeros(dy.shape(), dtype = i64).put_along_axis(indices, n, axis = axis); where_(last.take_along_axis(indices, axis = axis) == n, g, 0.0)" },
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
                grad: { choice x: "where_(mask, 0.0, dy)", value: "where_(mask, dy, 0.0)" },
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
                grad: { none },
                kernel: {
                    fn one_hot<I: Int, T: Element>(indices: Self::View<'_, I>, num_classes: usize, place: &Self::Place) -> Result<Self::Tensor<'static, T>> {
                        crate::ops::compose::defaults::one_hot::<Self, I, T>(indices, num_classes, place)
                    }
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
                grad: { zero },
                kernel: { via indexing::onehot_like }
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
                grad: { multilinear x: "if y.ndim() == 1 { if x.ndim() == 1 { dy * y } else { (dy.expand_dims(-1) * y).sum_to(x) } } else if x.ndim() == 1 { y.matmul(dy.expand_dims(-1)).squeeze(-1).sum_to(x) } else if y.ndim() == 2 { dy.matmul(y.matrix_transpose()) } else { dy.matmul(y.matrix_transpose()).sum_to(x) }", y: "if y.ndim() == 1 { if x.ndim() == 1 { dy * x } else { x.matrix_transpose().matmul(dy.expand_dims(-1)).squeeze(-1).sum_to(y) } } else if x.ndim() == 1 { (x.expand_dims(-1) * dy.expand_dims(-2)).sum_to(y) } else if y.ndim() == 2 { if x.ndim() == 2 { x.matrix_transpose().matmul(dy) } else { x.flatten(0, -2).matrix_transpose().matmul(dy.flatten(0, -2)) } } else { x.matrix_transpose().matmul(dy).sum_to(y) }" },
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
                grad: { multilinear x: "dy * y", y: "dy * x" },
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
                grad: { multilinear x: "(dy.expand_dims(axis) * y).sum_to(x)", y: "(dy.expand_dims(axis) * x).sum_to(y)" },
                kernel: { via linalg::vecdot }
            }
            /// Products of all pairs of elements of two vectors: `[N]` and `[M]` give `[N, M]`.
            ///
            /// Other libraries: `outer` in NumPy, whose tensors of more axes are flattened; `ger` in PyTorch.
            outer(x: Tensor, y: Tensor) aka ["ger"] {
                family: Other, dtype: Numeric => Same, shape: Outer, sample: (-3.0, 3.0),
                example: ["x: &Tensor<f32, N>, y: &Tensor<f32, M>", "x.outer(y)", "Tensor<f32, N, M>", "&array![1.0, 2.0], &array![3.0, 4.0]", "[[3.00000, 4.00000],\n [6.00000, 8.00000]]"],
                grad: { multilinear x: "dy.matmul(y)", y: "x.matmul(dy)" },
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
                grad: { multilinear x: "cross(y, dy, axis = axis).sum_to(x)", y: "cross(dy, x, axis = axis).sum_to(y)" },
                kernel: { via linalg::cross }
            }
            /// Kronecker product: each element of `x` times all of `y`, in blocks. The sizes are multiplied, aligned at the last axis.
            ///
            /// Formula: NumPy's `kron`.
            kron(x: Tensor, y: Tensor) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Kron, sample: (-3.0, 3.0),
                example: ["x: &Tensor, y: &Tensor", "x.kron(y)", "Tensor", "&array![1.0, 2.0], &array![1.0, -1.0]", "[1.00000, -1.00000, 2.00000, -2.00000]"],
                grad: { via "let xs = x.shape().to_vec(); let ys = y.shape().to_vec(); let r = xs.len().max(ys.len()); let a = (0..2 * r).map(|k| if k % 2 == 1 || k / 2 + xs.len() < r { 1 } else { xs[k / 2 + xs.len() - r] as i64 }).collect::<Vec<i64>>(); let b = (0..2 * r).map(|k| if k % 2 == 0 || k / 2 + ys.len() < r { 1 } else { ys[k / 2 + ys.len() - r] as i64 }).collect::<Vec<i64>>(); let c = (0..r).map(|k| a[2 * k] * b[2 * k + 1]).collect::<Vec<i64>>(); (x.reshape(&a) * y.reshape(&b)).reshape(&c)" },
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
                grad: { via "let k = axes as usize; let xs = x.shape().to_vec(); let ys = y.shape().to_vec(); let n = xs.len() - k; let m = ys[..k].iter().product::<usize>() as i64; let mut to = xs[..n].to_vec(); to.extend_from_slice(&ys[k..]); let rows = xs[..n].iter().product::<usize>() as i64; let columns = ys[k..].iter().product::<usize>() as i64; x.reshape([rows, m]).matmul(y.reshape([m, columns])).reshape(&to)" },
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
                grad: { multilinear tensors: "dy" },
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
                grad: { other x: "(dy * out).expand_dims([-2, -1]) * x.inv().matrix_transpose()" => "out * (x.inv() * t.matrix_transpose()).sum(axis = [-2, -1])" },
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
                grad: { other x: "dy.1.expand_dims([-2, -1]) * x.inv().matrix_transpose()" => "(zeros_like(out.0), (x.inv() * t.matrix_transpose()).sum(axis = [-2, -1]))" },
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
                grad: { other x: "-out.matrix_transpose().matmul(dy).matmul(out.matrix_transpose())" => "-out.matmul(t).matmul(out)" },
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
                grad: { other x: "let g = if y.ndim() == 1 { solve(x.matrix_transpose(), dy.expand_dims(-1)).squeeze(-1) } else { solve(x.matrix_transpose(), dy) }; if y.ndim() == 1 { -(g.expand_dims(-1) * out.expand_dims(-2)).sum_to(x) } else { -g.matmul(out.matrix_transpose()).sum_to(x) }" => "if y.ndim() == 1 { -solve(x, (t * out.expand_dims(-2)).sum(axis = -1).expand_dims(-1)).squeeze(-1) } else { -solve(x, t.matmul(out)) }", y: "if y.ndim() == 1 { solve(x.matrix_transpose(), dy.expand_dims(-1)).squeeze(-1).sum_to(y) } else { solve(x.matrix_transpose(), dy).sum_to(y) }" => "solve(x, t)" },
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
                grad: { other x: "let d = if y.ndim() == 1 { dy.expand_dims(-1) } else { dy }; let g = if lower { solve_triangular(x.tril().matrix_transpose(), d, lower = false) } else { solve_triangular(x.triu().matrix_transpose(), d, lower = true) }; let h = if y.ndim() == 1 { -(g * out.expand_dims(-2)).sum_to(x) } else { -g.matmul(out.matrix_transpose()).sum_to(x) }; if lower { h.tril() } else { h.triu() }" => "let u = if lower { t.tril() } else { t.triu() }; if y.ndim() == 1 { -solve_triangular(x, (u * out.expand_dims(-2)).sum(axis = -1).expand_dims(-1), lower = lower).squeeze(-1) } else { -solve_triangular(x, u.matmul(out), lower = lower) }", y: "let d = if y.ndim() == 1 { dy.expand_dims(-1) } else { dy }; let g = if lower { solve_triangular(x.tril().matrix_transpose(), d, lower = false) } else { solve_triangular(x.triu().matrix_transpose(), d, lower = true) }; if y.ndim() == 1 { g.squeeze(-1).sum_to(y) } else { g.sum_to(y) }" => "solve_triangular(x, t, lower = lower)" },
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
                grad: { other x: "let d = eye(x.dim(-1), dtype = dtype(x)); let p = out.matrix_transpose().matmul(dy.tril()); let p = p.tril() * (1.0 - 0.5 * d); let s = solve_triangular(out.matrix_transpose(), p, lower = false); let s = solve_triangular(out.matrix_transpose(), s.matrix_transpose(), lower = false).matrix_transpose(); 0.5 * (s + s.matrix_transpose())" => "let d = eye(x.dim(-1), dtype = dtype(x)); let u = 0.5 * (t + t.matrix_transpose()); let a = solve_triangular(out, u, lower = true); let a = solve_triangular(out, a.matrix_transpose(), lower = true).matrix_transpose(); out.matmul(a.tril() * (1.0 - 0.5 * d))" },
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
                grad: { other x: "if x.dim(-2) < x.dim(-1) { let k = x.dim(-2); let r = out.1[s![Ellipsis, ..k]]; let rest = dy.1[s![Ellipsis, k..]]; let dq = dy.0 + x[s![Ellipsis, k..]].matmul(rest.matrix_transpose()); let m = r.matmul(dy.1[s![Ellipsis, ..k]].matrix_transpose()) - dq.matrix_transpose().matmul(out.0); let low = m.tril(k = -1); let c = m.tril() + low.matrix_transpose(); let b = dq + out.0.matmul(c); concatenate([solve_triangular(r, b.matrix_transpose(), lower = false).matrix_transpose(), out.0.matmul(rest)], axis = -1) } else { let m = out.1.matmul(dy.1.matrix_transpose()) - dy.0.matrix_transpose().matmul(out.0); let low = m.tril(k = -1); let c = m.tril() + low.matrix_transpose(); let b = dy.0 + out.0.matmul(c); solve_triangular(out.1, b.matrix_transpose(), lower = false).matrix_transpose() }" => "if x.dim(-2) < x.dim(-1) { let k = x.dim(-2); let r = out.1[s![Ellipsis, ..k]]; let a = solve_triangular(r.matrix_transpose(), t[s![Ellipsis, ..k]].matrix_transpose(), lower = true).matrix_transpose(); let b = out.0.matrix_transpose().matmul(a); let low = b.tril(k = -1); let o = low - low.matrix_transpose(); let dq = out.0.matmul(o); (dq, concatenate([(b - o).matmul(r), dq.matrix_transpose().matmul(x[s![Ellipsis, k..]]) + out.0.matrix_transpose().matmul(t[s![Ellipsis, k..]])], axis = -1)) } else { let a = solve_triangular(out.1.matrix_transpose(), t.matrix_transpose(), lower = true).matrix_transpose(); let b = out.0.matrix_transpose().matmul(a); let low = b.tril(k = -1); let o = low - low.matrix_transpose(); (a - out.0.matmul(b) + out.0.matmul(o), (b - o).matmul(out.1)) }" },
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
                grad: { other x: "let (w, v) = eigh(x); (v * dy.expand_dims(-2)).matmul(v.matrix_transpose())" => "let (w, v) = eigh(x); let u = 0.5 * (t + t.matrix_transpose()); (v * u.matmul(v)).sum(axis = -2)" },
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
                grad: { other x: "let gap = out.0.expand_dims(-2) - out.0.expand_dims(-1); let f = where_(gap == 0.0, 0.0, 1.0 / where_(gap == 0.0, 1.0, gap)); let v = out.1; let m = f * v.matrix_transpose().matmul(dy.1); let m = m + dy.0.diag_embed(); let g = v.matmul(m).matmul(v.matrix_transpose()); 0.5 * (g + g.matrix_transpose())" => "let gap = out.0.expand_dims(-2) - out.0.expand_dims(-1); let f = where_(gap == 0.0, 0.0, 1.0 / where_(gap == 0.0, 1.0, gap)); let v = out.1; let u = 0.5 * (t + t.matrix_transpose()); let m = v.matrix_transpose().matmul(u).matmul(v); (m.diagonal(), v.matmul(f * m))" },
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
                grad: { other x: "let (u, s, vh) = svd(x); (u * dy.expand_dims(-2)).matmul(vh)" => "let (u, s, vh) = svd(x); (u * t.matmul(vh.matrix_transpose())).sum(axis = -2)" },
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
                grad: { other x: "let u = out.0; let s = out.1; let v = out.2.matrix_transpose(); let gap = s.square().expand_dims(-2) - s.square().expand_dims(-1); let f = where_(gap == 0.0, 0.0, 1.0 / where_(gap == 0.0, 1.0, gap)); let i = where_(s == 0.0, 0.0, 1.0 / where_(s == 0.0, 1.0, s)); let du = dy.0; let dv = dy.2.matrix_transpose(); let a = u.matrix_transpose().matmul(du); let b = v.matrix_transpose().matmul(dv); let m = (f * (a - a.matrix_transpose())) * s.expand_dims(-2) + s.expand_dims(-1) * (f * (b - b.matrix_transpose())) + dy.1.diag_embed(); let core = u.matmul(m).matmul(v.matrix_transpose()); let left = ((du - u.matmul(a)) * i.expand_dims(-2)).matmul(v.matrix_transpose()); let right = u.matmul((i.expand_dims(-1)) * (dv - v.matmul(b)).matrix_transpose()); core + left + right" => "let u = out.0; let s = out.1; let v = out.2.matrix_transpose(); let gap = s.square().expand_dims(-2) - s.square().expand_dims(-1); let f = where_(gap == 0.0, 0.0, 1.0 / where_(gap == 0.0, 1.0, gap)); let i = where_(s == 0.0, 0.0, 1.0 / where_(s == 0.0, 1.0, s)); let p = u.matrix_transpose().matmul(t).matmul(v); let q = p.matrix_transpose(); let ds = p.diagonal(); let ou = f * (p * s.expand_dims(-2) + s.expand_dims(-1) * q); let ov = f * (s.expand_dims(-1) * p + q * s.expand_dims(-2)); let tv = t.matmul(v); let tu = t.matrix_transpose().matmul(u); let du = u.matmul(ou) + (tv - u.matmul(u.matrix_transpose().matmul(tv))) * i.expand_dims(-2); let dv = v.matmul(ov) + (tu - v.matmul(v.matrix_transpose().matmul(tu))) * i.expand_dims(-2); (du, ds, dv.matrix_transpose())" },
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
                grad: { other x: "let p = out; let pt = p.matrix_transpose(); let g = dy.matrix_transpose(); let a = g - x.matmul(p.matmul(g)); let b = g - g.matmul(p.matmul(x)); a.matmul(p.matmul(pt)) + pt.matmul(p).matmul(b) - pt.matmul(dy).matmul(pt)" => "let p = out; let pt = p.matrix_transpose(); let u = t.matrix_transpose(); let a = u - u.matmul(x.matmul(p)); let b = u - p.matmul(x).matmul(u); p.matmul(pt).matmul(a) + b.matmul(pt.matmul(p)) - p.matmul(t).matmul(p)" },
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
                grad: { none },
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
                grad: { other x: "concatenate([concatenate([x.matrix_transpose(), dy], axis = -1), concatenate([zeros_like(x.matrix_transpose()), x.matrix_transpose()], axis = -1)], axis = -2).matrix_power(n)[s![Ellipsis, ..x.dim(-1), x.dim(-1)..]]" => "concatenate([concatenate([x, t], axis = -1), concatenate([zeros_like(x), x], axis = -1)], axis = -2).matrix_power(n)[s![Ellipsis, ..x.dim(-1), x.dim(-1)..]]" },
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
                grad: { via "if ord == \"fro\" { x.l2(axis = [-2, -1]) } else if ord == \"nuc\" { x.svdvals().sum(axis = -1) } else if ord == \"2\" { x.svdvals().max(axis = -1) } else if ord == \"-2\" { x.svdvals().min(axis = -1) } else if ord == \"1\" { x.abs().sum(axis = -2).max(axis = -1) } else if ord == \"-1\" { x.abs().sum(axis = -2).min(axis = -1) } else if ord == \"inf\" { x.abs().sum(axis = -1).max(axis = -1) } else { x.abs().sum(axis = -1).min(axis = -1) }" },
                kernel: { via linalg::matrix_norm }
            }

            // ---------------------------------------------------------------- creation
            /// A tensor of zeros. The element type is the function's float type by default.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `zeros`.
            zeros(shape: Shape, dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x + zeros((2, 2), dtype = i64)", "Tensor<i64>", "&array![1_i64, 2]", "[[1, 2],\\n [1, 2]]"],
                grad: { none },
                kernel: { as full }
            }
            /// A tensor of ones. The element type is the function's float type by default.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `ones`.
            ones(shape: Shape, dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x + ones(2, dtype = i64)", "Tensor<i64>", "&array![1_i64, 2]", "[2, 3]"],
                grad: { none },
                kernel: { as full }
            }
            /// A tensor filled with `value`. The element type is the function's float type by default.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `full`, whose element type is that of the value by default.
            full(shape: Shape, value: Num, dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x + full(2, 10, dtype = i64)", "Tensor<i64>", "&array![1_i64, 2]", "[11, 12]"],
                grad: { none },
                kernel: {
                    fn full<T: Element>(place: &Self::Place, shape: &[usize], value: Num) -> Result<Self::Tensor<'static, T>> {
                        crate::ops::compose::defaults::full::<Self, T>(place, shape, value)
                    }
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
                grad: { none },
                kernel: {}
            }
            /// Zeros in the shape and element type of `x`.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `zeros_like`.
            zeros_like(x: Tensor) aka [] {
                family: Other, dtype: Any => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.zeros_like()", "Tensor<i64>", "&array![1_i64, 2]", "[0, 0]"],
                grad: { zero },
                kernel: { as full_like }
            }
            /// Ones in the shape and element type of `x`.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `ones_like`.
            ones_like(x: Tensor) aka [] {
                family: Other, dtype: Any => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.ones_like()", "Tensor<i64>", "&array![1_i64, 2]", "[1, 1]"],
                grad: { zero },
                kernel: { as full_like }
            }
            /// `value` in the shape and element type of `x`.
            ///
            /// Other libraries: NumPy, PyTorch and Array API 2024.12 `full_like`.
            full_like(x: Tensor, value: Num) aka [] {
                family: Other, dtype: Any => Same, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.full_like(7)", "Tensor<i64>", "&array![1_i64, 2]", "[7, 7]"],
                grad: { zero },
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
                grad: { none },
                kernel: {
                    fn arange<T: Element>(place: &Self::Place, start: Num, step: Num, len: usize) -> Result<Self::Tensor<'static, T>> {
                        crate::ops::compose::defaults::arange::<Self, T>(place, start, step, len)
                    }
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
                grad: { none },
                kernel: { as from_f64s }
            }
            /// Powers of `base` whose exponents are at equal distances from `start` to `stop`.
            ///
            /// Formula: base^(start + i·(stop - start)/(num - 1)) (NumPy).
            ///
            /// Other libraries: NumPy and PyTorch `logspace`.
            logspace(start: Num, stop: Num, num: Size, base: Num = Float(10.0), endpoint: Flag = Bool(true), dtype: DType = None) aka [] {
                family: Creation, dtype: Float => Arg, shape: Count("num"), sample: (0.0, 1.0),
                example: ["x: &Tensor<f64>", "x * logspace(0.0, 2.0, 3, dtype = f64)", "Tensor<f64>", "&array![1.0, 1.0, 1.0]", "[1.00000, 10.00000, 100.00000]"],
                grad: { none },
                kernel: { as from_f64s }
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
                grad: { linear tensors: "let k = if indexing == \"xy\" && count(tensors) > 1 { if i == 0 { 1 } else if i == 1 { 0 } else { i } } else { i }; dy.moveaxis(k, -1).reshape([-1, element.dim(0) as i64]).sum(axis = 0)" },
                kernel: { via movement::meshgrid }
            }
            /// Ones on the diagonal `k` (0 the main one, positive above it) of an `n` by `m` matrix (`n` by default), else zeros.
            ///
            /// Edges: a diagonal outside of the matrix leaves it 0.
            ///
            /// Other libraries: NumPy and Array API 2024.12 `eye`; PyTorch's has no `k`.
            eye(n: Size, m: OptSize = None, k: Int = Int(0), dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: Eye, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x * eye(2, dtype = i64)", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[[1, 0],\\n [0, 4]]"],
                grad: { none },
                kernel: {
                    fn eye<T: Element>(place: &Self::Place, n: usize, m: usize, k: i64) -> Result<Self::Tensor<'static, T>> {
                        crate::ops::compose::defaults::eye::<Self, T>(place, n, m, k)
                    }
                }
            }
            /// Ones on and below the diagonal `k` of an `n` by `m` matrix (`n` by default), else zeros.
            ///
            /// Other libraries: NumPy `tri`.
            tri(n: Size, m: OptSize = None, k: Int = Int(0), dtype: DType = None) aka [] {
                family: Creation, dtype: Any => Arg, shape: Eye, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x * tri(2, dtype = i64)", "Tensor<i64>", "&array![[1_i64, 2], [3, 4]]", "[[1, 0],\\n [3, 4]]"],
                grad: { none },
                kernel: {}
            }
            /// Uniform random numbers in `low`..`high`. The same seed gives the same numbers on every backend.
            ///
            /// Edges: `high` itself never comes up, but for `low` = `high`; `low` above `high` is an error.
            ///
            /// Other libraries: NumPy `Generator.uniform`, PyTorch `rand`.
            uniform(shape: Shape, low: Num = Float(0.0), high: Num = Float(1.0), seed: Seed, dtype: DType = None) aka [] {
                family: Creation, dtype: Float => Arg, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<f64>", "(x + uniform(2, seed = 1, dtype = f64)).floor()", "Tensor<f64>", "&array![1.0, 2.0]", "[1.00000, 2.00000]"],
                grad: { none },
                kernel: {
                    fn from_f64s<T: Element>(place: &Self::Place, shape: &[usize], data: Vec<f64>) -> Result<Self::Tensor<'static, T>> {
                        crate::ops::compose::defaults::from_f64s::<Self, T>(place, shape, data)
                    }
                }
            }
            /// Normal random numbers. The same seed gives the same numbers on every backend.
            ///
            /// Edges: a negative `std` is an error.
            ///
            /// Other libraries: NumPy `Generator.normal`, PyTorch `randn` and `normal`.
            normal(shape: Shape, mean: Num = Float(0.0), std: Num = Float(1.0), seed: Seed, dtype: DType = None) aka [] {
                family: Creation, dtype: Float => Arg, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<f64>", "x + normal(2, std = 0.0, seed = 1, dtype = f64)", "Tensor<f64>", "&array![1.0, 2.0]", "[1.00000, 2.00000]"],
                grad: { none },
                kernel: { as from_f64s }
            }
            /// Uniform random integers in `low`..`high`, as `i64`. The same seed gives the same numbers on every backend.
            ///
            /// Edges: nothing between `low` and `high` is an error.
            ///
            /// Other libraries: NumPy `Generator.integers`, PyTorch `randint`.
            randint(shape: Shape, low: Int, high: Int, seed: Seed) aka [] {
                family: Creation, dtype: Any => Index, shape: FromShape, sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x.take(randint(3, 0, 1, seed = 1))", "Tensor<i64>", "&array![5_i64]", "[5, 5, 5]"],
                grad: { none },
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
                grad: { none },
                kernel: {}
            }
            /// The positions 0 to n - 1 in random order, as `i64`. The same seed gives the same order on every backend.
            ///
            /// Other libraries: NumPy `Generator.permutation`, PyTorch `randperm`.
            permutation(n: Size, seed: Seed) aka ["randperm"] {
                family: Creation, dtype: Any => Index, shape: Count("n"), sample: (0.0, 1.0),
                example: ["x: &Tensor<i64>", "x.take(permutation(3, seed = 1)).sort()", "Tensor<i64>", "&array![5_i64, 6, 7]", "[5, 6, 7]"],
                grad: { none },
                kernel: {}
            }

            // ---------------------------------------------------------------- order
            /// The elements along `axis` in ascending order.
            ///
            /// Edges: NaN counts as the largest. Equal elements, as 0 and -0, keep their order, in descending order too.
            sort(x: Tensor, axis: Axis = Int(-1), descending: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Any => Same, shape: Along, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.sort()", "Tensor", "&array![3.0, f64::NAN, 1.0, 2.0]", "[1.00000, 2.00000, 3.00000, NaN]"],
                grad: { other x: "zeros_like(x).put_along_axis(x.argsort(axis = axis, descending = descending), dy, axis = axis)" => "t.take_along_axis(x.argsort(axis = axis, descending = descending), axis = axis)" },
                kernel: { via defaults::sort }
            }
            /// The positions that sort along `axis`.
            ///
            /// Edges: NaN counts as the largest. Equal elements keep their order, in descending order too.
            argsort(x: Tensor, axis: Axis = Int(-1), descending: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Any => Index, shape: Along, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "x.argsort(descending = true)", "Tensor<i64>", "&array![1.0, 2.0, 2.0, 0.0]", "[1, 2, 0, 3]"],
                grad: { none },
                kernel: {}
            }
            /// The `k` largest elements along `axis` in descending order, and their positions; without `largest`, the `k`
            /// smallest in ascending order.
            ///
            /// Edges: of equal elements the first. NaN counts as the largest. A `k` above the size of the axis is an error.
            topk(x: Tensor, k: Size, axis: Axis = Int(-1), largest: Flag = Bool(true)) aka [] {
                family: Plain, dtype: Any => Pair, shape: TopK, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "let (values, _) = x.topk(2);\n    values", "Tensor", "&array![1.0, 3.0, 2.0]", "[3.00000, 2.00000]"],
                grad: { other x: "zeros_like(x).put_along_axis(out.1, dy.0, axis = axis)" => "(t.take_along_axis(out.1, axis = axis), out.1)" },
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
                grad: { none },
                kernel: { via order::unique }
            }
            /// The different elements of a tensor in ascending order, and for each of its elements the position among them.
            ///
            /// Edges: as of [`unique`](crate::frontend::Tensor::unique). The positions have the shape of the tensor (Array API 2024.12).
            unique_inverse(x: Tensor) aka [] {
                family: Plain, dtype: Any => Pair, shape: UniqueInverse, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "let (_, inverse) = x.unique_inverse();\n    inverse", "Tensor<i64>", "&array![2.0, 1.0, 2.0]", "[1, 0, 1]"],
                grad: { none },
                kernel: { via order::unique_inverse }
            }
            /// The different elements of a tensor in ascending order, and how many there are of each.
            ///
            /// Edges: as of [`unique`](crate::frontend::Tensor::unique).
            unique_counts(x: Tensor) aka [] {
                family: Plain, dtype: Any => Pair, shape: RuntimeRank(1), sample: (-3.0, 3.0),
                example: ["x: &Tensor", "let (_, counts) = x.unique_counts();\n    counts", "Tensor<i64>", "&array![2.0, 1.0, 2.0]", "[1, 2]"],
                grad: { none },
                kernel: { via order::unique_counts }
            }
            /// The different elements of a tensor in ascending order; where each comes first in the flattened tensor; for each
            /// element of the tensor the position among them; and how many there are of each.
            ///
            /// Edges: as of [`unique`](crate::frontend::Tensor::unique).
            unique_all(x: Tensor) aka [] {
                family: Plain, dtype: Any => Indexed, shape: UniqueAll, sample: (-3.0, 3.0),
                example: ["x: &Tensor", "let (_, first, _, _) = x.unique_all();\n    first", "Tensor<i64>", "&array![2.0, 1.0, 2.0]", "[1, 0]"],
                grad: { none },
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
                grad: { other weights: "dy.take(x)" => "bincount(x, weights = t, minlength = minlength)" },
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
                grad: { none },
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
                grad: { none },
                kernel: { via order::argwhere }
            }
            /// Is the element one of those of `test`? With `invert`: is it none of them?
            ///
            /// Edges: NaN is equal to nothing.
            isin(x: Tensor, test: Tensor, invert: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Any => Bool, shape: Same, sample: (-3.0, 3.0),
                example: ["x: &Tensor, test: &Tensor", "x.isin(test)", "Tensor<bool>", "&array![1.0, 2.0, 3.0], &array![3.0, 1.0]", "[true, false, true]"],
                grad: { none },
                kernel: { via order::isin }
            }

            // ---------------------------------------------------------------- adjoints
            /// Takes broadcasting back: the sum of `x` over the axes along which `like` would be broadcast to the shape of `x`. Of `like`
            /// only the shape counts.
            ///
            /// Edges: equal shapes leave `x` as it is. A shape of `like` that does not
            /// broadcast to that of `x` is an error. Ints wrap; floats of 16 bits add up in `f32`, and are rounded once.
            ///
            /// Other libraries: PyTorch `sum_to_size`.
            sum_to(x: Tensor, like: Tensor) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Like("like"), sample: (-3.0, 3.0),
                example: ["x: &Tensor, bias: &Tensor<_, N>", "x.sum_to(bias)", "Tensor", "&array![[1.0, 2.0], [3.0, 4.0]], &array![0.0, 0.0]", "[4.00000, 6.00000]"],
                grad: { linear x: "dy.broadcast_to(x.shape())" },
                kernel: { via adjoint::sum_to }
            }
            /// Takes a reduction back: `x` has the shape of `like` reduced over `axis`, and gets these axes again, along which it is
            /// repeated. Of `like` only the shape counts.
            ///
            /// Edges: with `keepdims` the reduced axes are there, with size 1.
            unreduce(x: Tensor, like: Tensor, axis: Axes = None, keepdims: Flag = Bool(false)) aka [] {
                family: Other, dtype: Any => Same, shape: Like("like"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, N, M>", "x - x.mean(axis = 1).unreduce(x, axis = 1)", "Tensor", "&array![[1.0, 3.0], [2.0, 2.0]]", "[[-1.00000, 1.00000],\n [0.00000, 0.00000]]"],
                grad: { linear x: "dy.sum(axis = axis, keepdims = keepdims)" },
                kernel: {}
            }
            /// The axes `axis`, all by default, moved to the end in ascending order, and flattened to one last axis.
            ///
            /// Edges: of no axis, and of a scalar, the last axis is new and has size 1.
            ///
            /// Other libraries: `moveaxis` and `flatten` in one; [`unflatten_axes`](crate::frontend::Tensor::unflatten_axes) takes it back.
            flatten_axes(x: Tensor, axis: Axes = None) aka [] {
                family: Plain, dtype: Any => Same, shape: FlattenAxes, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.flatten_axes(axis = 0)", "Tensor<i64>", "&array![[1_i64, 2, 3], [4, 5, 6]]", "[[1, 4],\n [2, 5],\n [3, 6]]"],
                grad: { linear x: "dy.unflatten_axes(x, axis = axis)" },
                kernel: { via adjoint::flatten_axes }
            }
            /// Takes [`flatten_axes`](crate::frontend::Tensor::flatten_axes) back: the last axis of `x` as the axes `axis` of `like`, at
            /// their places. Of `like` only the shape counts.
            ///
            /// Edges: `x` has the shape that `flatten_axes` gives for `like`.
            unflatten_axes(x: Tensor, like: Tensor, axis: Axes = None) aka [] {
                family: Other, dtype: Any => Same, shape: Like("like"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64>", "x.flatten_axes().sort().unflatten_axes(x)", "Tensor<i64>", "&array![[4_i64, 2], [3, 1]]", "[[1, 2],\n [3, 4]]"],
                grad: { linear x: "dy.flatten_axes(axis = axis).reshape(x.shape())" },
                kernel: {}
            }
            /// The adjoint of [`sliding_window`](crate::frontend::Tensor::sliding_window) of `like`: each window of `x` is added to the
            /// place that it came from; elsewhere it is 0. Of `like` only the shape counts.
            ///
            /// Formula: yⱼ = Σ xᵢₖ over all windows i and entries k with i·`step` + k = j.
            ///
            /// Edges: `x` has the shape that `sliding_window` gives for `like`; the size of a window is that of its last axis. Ints wrap.
            ///
            /// Other libraries: PyTorch `fold`, `scipy.signal.istft` without its window.
            overlap_add(x: Tensor, like: Tensor, step: Size = Int(1), axis: Axis = Int(-1)) aka [] {
                family: Other, dtype: Numeric => Same, shape: Like("like"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64, N>", "x.sliding_window(2).overlap_add(x)", "Tensor<i64>", "&array![1_i64, 2, 3]", "[1, 4, 3]"],
                grad: { linear x: "dy.sliding_window(x.dim(-1), step = step, axis = axis)" },
                kernel: {}
            }
            /// The elements of each window of a pooling, on a new last axis: `[N, C, L]` or `[N, C, H, W]` to `[N, C, …, K]`, with as many
            /// places for windows as the pooling has, and K the product of `kernel`.
            ///
            /// `kernel`, `stride` (that of the kernel by default), `padding` and `dilation` are one number, or one for each axis.
            /// Elements in the padding are `value`.
            ///
            /// Edges: with `ceil_mode` a last window may reach beyond the axis; there it has `value`, too. A padding of more than half
            /// a kernel is an error, as in [`max_pool2d`](crate::frontend::Tensor::max_pool2d).
            ///
            /// Other libraries: PyTorch `unfold` (`torch.nn.functional`), with C and K as one axis in front of the windows.
            pool_windows(x: Tensor, kernel: Ints, stride: OptInts = None, padding: Ints = Int(0), dilation: Ints = Int(1), ceil_mode: Flag = Bool(false), value: Num = Int(0)) aka [] {
                family: Plain, dtype: Any => Same, shape: PoolWindows, sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64, 1, 1, L>", "x.pool_windows(2, stride = 1)", "Tensor<i64>", "&array![[[1_i64, 2, 3]]]", "[[[[1, 2],\n   [2, 3]]]]"],
                grad: { other x: "dy.pool_scatter(x, kernel, stride = stride, padding = padding, dilation = dilation, ceil_mode = ceil_mode)" => "t.pool_windows(kernel, stride = stride, padding = padding, dilation = dilation, ceil_mode = ceil_mode)" },
                kernel: { via adjoint::pool_windows }
            }
            /// The adjoint of [`pool_windows`](crate::frontend::Tensor::pool_windows) of `like`: each window's elements are added to the
            /// places that they came from. Of `like` only the shape counts.
            ///
            /// Edges: what falls into the padding is dropped. Ints wrap; floats of 16 bits add up in `f32`, and are rounded once.
            ///
            /// Other libraries: PyTorch `fold` (`torch.nn.functional`).
            pool_scatter(x: Tensor, like: Tensor, kernel: Ints, stride: OptInts = None, padding: Ints = Int(0), dilation: Ints = Int(1), ceil_mode: Flag = Bool(false)) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Like("like"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64, 1, 1, L>", "x.pool_windows(2, stride = 1).pool_scatter(x, 2, stride = 1)", "Tensor<i64>", "&array![[[1_i64, 2, 3]]]", "[[[1, 4, 3]]]"],
                grad: { linear x: "dy.pool_windows(kernel, stride = stride, padding = padding, dilation = dilation, ceil_mode = ceil_mode)" },
                kernel: { via adjoint::pool_scatter }
            }
            /// The cotangent of a convolution's input: `x` is that of the result of
            /// [`conv1d`](crate::frontend::Tensor::conv1d) or [`conv2d`](crate::frontend::Tensor::conv2d) of `like` with `weight`, which of
            /// the two its rank says. Of `like` only the shape counts.
            ///
            /// Edges: it has the shape of `like` whatever the stride leaves over; positions that no window has are 0.
            ///
            /// Other libraries: PyTorch `torch.nn.grad.conv2d_input`.
            conv_input_grad(x: Tensor, weight: Tensor, like: Tensor, stride: Ints = Int(1), padding: Ints = Int(0), dilation: Ints = Int(1), groups: Size = Int(1)) aka [] {
                family: Plain, dtype: Float => Same, shape: Like("like"), sample: (-3.0, 3.0),
                example: ["dy: &Tensor<_, 1, 1, M>, w: &Tensor<_, 1, 1, 2>, x: &Tensor<_, 1, 1, L>", "dy.conv_input_grad(w, x, stride = 2)", "Tensor", "&array![[[1.0, 2.0]]], &array![[[1.0, 10.0]]], &array![[[0.0, 0.0, 0.0, 0.0, 0.0]]]", "[[[1.00000, 10.00000, 2.00000, 20.00000, 0.00000]]]"],
                grad: {
                    multilinear
                    x: "if dy.ndim() == 3 { dy.conv1d(weight, stride = stride, padding = padding, dilation = dilation, groups = groups) } else { dy.conv2d(weight, stride = stride, padding = padding, dilation = dilation, groups = groups) }",
                    weight: "conv_weight_grad(dy, x, weight, stride = stride, padding = padding, dilation = dilation, groups = groups)"
                },
                kernel: { via adjoint::conv_input_grad }
            }
            /// The cotangent of a convolution's weight: `grad` is that of the result of
            /// [`conv1d`](crate::frontend::Tensor::conv1d) or [`conv2d`](crate::frontend::Tensor::conv2d) of `x` with the weight `like`, of
            /// which only the shape counts.
            ///
            /// Formula: the product of `grad` with the windows of `x` as columns, for each group.
            ///
            /// Edges: what the stride leaves over at the end of `x` does not count.
            ///
            /// Other libraries: PyTorch `torch.nn.grad.conv2d_weight`.
            conv_weight_grad(x: Tensor, grad: Tensor, like: Tensor, stride: Ints = Int(1), padding: Ints = Int(0), dilation: Ints = Int(1), groups: Size = Int(1)) aka [] {
                family: Plain, dtype: Float => Same, shape: Like("like"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<_, 1, 1, L>, dy: &Tensor<_, 1, 1, M>, w: &Tensor<_, 1, 1, 2>", "x.conv_weight_grad(dy, w)", "Tensor", "&array![[[1.0, 2.0, 3.0]]], &array![[[1.0, 10.0]]], &array![[[0.0, 0.0]]]", "[[[21.00000, 32.00000]]]"],
                grad: {
                    multilinear
                    x: "conv_input_grad(grad, dy, x, stride = stride, padding = padding, dilation = dilation, groups = groups)",
                    grad: "if x.ndim() == 3 { x.conv1d(dy, stride = stride, padding = padding, dilation = dilation, groups = groups) } else { x.conv2d(dy, stride = stride, padding = padding, dilation = dilation, groups = groups) }"
                },
                kernel: { via adjoint::conv_weight_grad }
            }
            /// The adjoint of [`tile`](crate::frontend::Tensor::tile) of `like`: the sum of the copies. Of `like` only the shape counts.
            ///
            /// Edges: of no copies it is 0. Ints wrap; floats of 16 bits add up in `f32`, and are rounded once.
            untile(x: Tensor, like: Tensor, multiples: Shape) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Like("like"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64, N>, y: &Tensor<i64, M>", "x.untile(y, [2])", "Tensor<i64>", "&array![1_i64, 2, 3, 4], &array![0_i64, 0]", "[4, 6]"],
                grad: { linear x: "dy.tile(multiples)" },
                kernel: { via adjoint::untile }
            }
            /// The adjoint of [`pad`](crate::frontend::Tensor::pad) of `like`: the inside of `x`, and, but for `"constant"`, what lies in the
            /// paddings added to the elements that it is a copy of. Of `like` only the shape counts.
            ///
            /// Edges: as of `pad`. Ints wrap; floats of 16 bits add up in `f32`, and are rounded once for each axis.
            unpad(x: Tensor, like: Tensor, paddings: Pads, mode: Text["constant", "reflect", "edge", "wrap"] = Text("constant")) aka [] {
                family: Plain, dtype: Numeric => Same, shape: Like("like"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64, N>", "x.pad([(1, 2)], mode = \"edge\").unpad(x, [(1, 2)], mode = \"edge\")", "Tensor<i64>", "&array![1_i64, 2, 3]", "[2, 2, 9]"],
                grad: { linear x: "dy.pad(paddings, mode = mode)" },
                kernel: { via adjoint::unpad }
            }
            /// The adjoint of [`diagonal`](crate::frontend::Tensor::diagonal) of `like`: zeros in the shape of `like`, with `x` on that
            /// diagonal. Of `like` only the shape counts.
            ///
            /// Edges: `x` has the shape that `diagonal` gives for `like`.
            ///
            /// Other libraries: PyTorch `diagonal_scatter` into zeros.
            undiagonal(x: Tensor, like: Tensor, offset: Int = Int(0), axis1: Axis = Int(-2), axis2: Axis = Int(-1)) aka [] {
                family: Other, dtype: Any => Same, shape: Like("like"), sample: (-3.0, 3.0),
                example: ["x: &Tensor<i64, N, M>", "x.diagonal().undiagonal(x)", "Tensor<i64>", "&array![[1_i64, 2, 3], [4, 5, 6]]", "[[1, 0, 0],\n [0, 5, 0]]"],
                grad: { linear x: "dy.diagonal(offset = offset, axis1 = axis1, axis2 = axis2)" },
                kernel: {}
            }
        }
    };
}
pub(crate) use for_each_op;
