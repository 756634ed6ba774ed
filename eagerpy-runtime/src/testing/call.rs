//! [`call`]: an operation by name, with arguments that are known at run time.
//!
//! The functions are made from the op table: an op whose parameters are of a known pattern
//! (tensors, then host arguments) needs nothing here. One of a new pattern does not compile
//! until it has a rule in `define_calls`.

use half::{bf16, f16};

use super::any::{AnyTensor, Kept, Typed, by_dtype};
use crate::args::{Absent, Axes, IndexItem, IndexTensor, Ints, MaskTensor, Nums};
use crate::backend::Backend;
use crate::dtype::DType;
use crate::element::{Element, Erased};
use crate::error::{Error, Result};
use crate::num::Num;
use crate::ops::table::for_each_op;
use crate::ops::{OpInfo, Ops};

/// A value for one parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// The tensor with this number.
    Input(usize),
    /// The tensors with these numbers.
    Inputs(Vec<usize>),
    /// Nothing named.
    None,
    /// A host number or an axis.
    Num(Num),
    /// Axes, sizes.
    Ints(Vec<i64>),
    /// A word.
    Text(String),
    /// An element type.
    DType(DType),
    /// Host numbers.
    Nums(Vec<Num>),
    /// Pairs of sizes.
    Pads(Vec<(i64, i64)>),
    /// The inside of `x[…]`.
    Index(Vec<Item>),
}

/// One item of an index expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// A position.
    At(i64),
    /// A range, in the meaning of [`IndexItem::Range`].
    Range(Option<i64>, Option<i64>, i64),
    /// A new axis.
    NewAxis,
    /// As many full ranges as are left.
    Ellipsis,
    /// The index tensor with this number.
    Input(usize),
    /// The mask with this number.
    Mask(usize),
}

/// An operation and a value for each of its parameters, in order.
#[derive(Clone, Debug)]
pub struct Call {
    /// The operation.
    pub op: &'static OpInfo,
    /// The arguments.
    pub args: Vec<Arg>,
}

/// The results of an operation: one, or two of `topk`.
pub type Outputs<B> = Vec<AnyTensor<'static, B>>;

/// Calls an operation with these tensors.
///
/// With `erased`, element types that are the function's float type are left to the framework, as
/// code generated for an erased backend does.
///
/// # Errors
/// What the operation gives; [`Dtype`](crate::ErrorKind::Dtype) for what rustc would refuse.
pub fn call<B: Backend>(
    call: &Call,
    inputs: &[AnyTensor<'_, B>],
    erased: bool,
) -> Result<Outputs<B>> {
    let mut given = Given {
        op: call.op.name,
        args: call.args.iter(),
        inputs,
        erased,
    };
    by_name(call.op.name, &mut given)
}

/// The arguments, read off one by one.
struct Given<'c, 't, 'a, B: Backend> {
    op: &'static str,
    args: std::slice::Iter<'c, Arg>,
    inputs: &'t [AnyTensor<'a, B>],
    erased: bool,
}

/// A tensor or a host number.
enum Either<'t, 'a, B: Backend> {
    Tensor(&'t AnyTensor<'a, B>),
    Num(Num),
}

impl<'c, 't, 'a, B: Backend> Given<'c, 't, 'a, B> {
    fn next(&mut self) -> Result<&'c Arg> {
        self.args
            .next()
            .ok_or_else(|| Error::value(format!("too few arguments for {}", self.op)))
    }

    fn wrong<T>(&self, what: &str, arg: &Arg) -> Result<T> {
        Err(Error::value(format!(
            "{arg:?} is not {what}, which {} takes here",
            self.op
        )))
    }

    fn input(&self, number: usize) -> Result<&'t AnyTensor<'a, B>> {
        let missing = || Error::value(format!("no tensor {number} for {}", self.op));
        self.inputs.get(number).ok_or_else(missing)
    }

    fn tensor(&mut self) -> Result<&'t AnyTensor<'a, B>> {
        match self.next()? {
            Arg::Input(number) => self.input(*number),
            other => self.wrong("a tensor", other),
        }
    }

    fn operand(&mut self) -> Result<Either<'t, 'a, B>> {
        match self.next()? {
            Arg::Input(number) => self.input(*number).map(Either::Tensor),
            Arg::Num(num) => Ok(Either::Num(*num)),
            other => self.wrong("a tensor or a number", other),
        }
    }

    fn opt_operand(&mut self) -> Result<Option<Either<'t, 'a, B>>> {
        match self.next()? {
            Arg::Input(number) => self.input(*number).map(Either::Tensor).map(Some),
            Arg::Num(num) => Ok(Some(Either::Num(*num))),
            Arg::None => Ok(None),
            other => self.wrong("a tensor, a number or none", other),
        }
    }

    fn opt_tensor(&mut self) -> Result<Option<&'t AnyTensor<'a, B>>> {
        match self.next()? {
            Arg::Input(number) => self.input(*number).map(Some),
            Arg::None => Ok(None),
            other => self.wrong("a tensor or none", other),
        }
    }

    fn tensors(&mut self) -> Result<Vec<&'t AnyTensor<'a, B>>> {
        match self.next()? {
            Arg::Inputs(numbers) => numbers.iter().map(|n| self.input(*n)).collect(),
            other => self.wrong("a list of tensors", other),
        }
    }

    fn axes(&mut self) -> Result<Axes> {
        match self.next()? {
            Arg::None => Ok(Axes::All),
            Arg::Num(Num::Int(axis)) => Ok(Axes::from(*axis)),
            Arg::Ints(list) => Ok(Axes::from(list.as_slice())),
            other => self.wrong("axes", other),
        }
    }

    fn int(&mut self) -> Result<i64> {
        match self.next()? {
            Arg::Num(Num::Int(n)) => Ok(*n),
            other => self.wrong("an integer", other),
        }
    }

    fn opt_int(&mut self) -> Result<Option<i64>> {
        match self.next()? {
            Arg::None => Ok(None),
            Arg::Num(Num::Int(n)) => Ok(Some(*n)),
            other => self.wrong("an integer", other),
        }
    }

    fn ints(&mut self) -> Result<Ints> {
        match self.opt_ints()? {
            Some(list) => Ok(list),
            None => self.wrong("a list of integers", &Arg::None),
        }
    }

    fn opt_ints(&mut self) -> Result<Option<Ints>> {
        match self.next()? {
            Arg::None => Ok(None),
            Arg::Num(Num::Int(n)) => Ok(Some(Ints::from(*n))),
            Arg::Ints(list) => Ok(Some(Ints::from(list.as_slice()))),
            other => self.wrong("a list of integers", other),
        }
    }

    // rustc refuses a negative size: the type is unsigned.
    fn size(&mut self) -> Result<usize> {
        let n = self.int()?;
        usize::try_from(n).map_err(|_| Error::value(format!("the size {n} is negative")))
    }

    fn opt_size(&mut self) -> Result<Option<usize>> {
        match self.args.as_slice().first() {
            Some(Arg::None) => self.next().map(|_| None),
            _ => self.size().map(Some),
        }
    }

    fn seed(&mut self) -> Result<u64> {
        self.size().map(|n| n as u64)
    }

    fn flag(&mut self) -> Result<bool> {
        match self.next()? {
            Arg::Num(Num::Bool(flag)) => Ok(*flag),
            other => self.wrong("true or false", other),
        }
    }

    fn num(&mut self) -> Result<Num> {
        match self.next()? {
            Arg::Num(num) => Ok(*num),
            other => self.wrong("a number", other),
        }
    }

    fn opt_num(&mut self) -> Result<Option<Num>> {
        match self.next()? {
            Arg::None => Ok(None),
            Arg::Num(num) => Ok(Some(*num)),
            other => self.wrong("a number", other),
        }
    }

    fn text(&mut self) -> Result<&'c str> {
        match self.next()? {
            Arg::Text(text) => Ok(text),
            other => self.wrong("a word", other),
        }
    }

    fn dtype(&mut self) -> Result<DType> {
        match self.next()? {
            Arg::DType(dtype) => Ok(*dtype),
            other => self.wrong("an element type", other),
        }
    }

    fn pads(&mut self) -> Result<Vec<(usize, usize)>> {
        let Arg::Pads(pairs) = self.next()? else {
            return self.wrong("pairs of sizes", &Arg::None);
        };
        let size = |n: i64| {
            usize::try_from(n).map_err(|_| Error::value(format!("the padding {n} is negative")))
        };
        pairs
            .iter()
            .map(|&(before, after)| Ok((size(before)?, size(after)?)))
            .collect()
    }

    fn nums(&mut self) -> Result<Nums> {
        match self.next()? {
            Arg::Nums(list) => Ok(Nums(list.clone())),
            other => self.wrong("a list of numbers", other),
        }
    }

    fn index(&mut self) -> Result<&'c [Item]> {
        match self.next()? {
            Arg::Index(items) => Ok(items),
            other => self.wrong("an index", other),
        }
    }

    /// Where new tensors of this type go, if the framework is to find the type there.
    fn float_place(&self, dtype: DType) -> Result<Option<B::Place>> {
        if !self.erased || !dtype.is_float() {
            return Ok(None);
        }
        let default = B::default_place();
        let like = by_dtype!(dtype, |T| B::from_nums::<T>(
            &default,
            &[],
            &[Num::Float(1.0)]
        )
        .map(T::keep::<B>))?;
        match like.erased()? {
            Some(AnyTensor::Erased(like)) => Ok(Some(B::place_of(&Typed::<B, Erased>(&like)))),
            _ => Ok(None),
        }
    }
}

/// The names of two element types, for what rustc would refuse on typed tensors.
fn refused<B: Backend>(op: &'static str, tensors: &[&AnyTensor<'_, B>]) -> Error {
    let list: Vec<String> = tensors.iter().map(|t| format!("{t:?}")).collect();
    Error::dtype(format!("{op} does not take {}", list.join(" and "))).in_op(op)
}

fn keep<B: Backend, E: Kept>(result: Result<B::Tensor<'_, E>>) -> Result<Outputs<B>> {
    let tensor = result?;
    Ok(vec![E::keep(B::copy::<E>(B::borrow::<E>(&tensor))?)])
}

/// Runs an expression with the tensor's element type, if it belongs to the class.
macro_rules! by_class {
    (Any, $($rest:tt)*) => { by_class!(@ $($rest)*, F16 f16, BF16 bf16, F32 f32, F64 f64, I32 i32, I64 i64, U8 u8, Bool bool, Erased Erased) };
    (Numeric, $($rest:tt)*) => { by_class!(@ $($rest)*, F16 f16, BF16 bf16, F32 f32, F64 f64, I32 i32, I64 i64, U8 u8, Erased Erased) };
    (Float, $($rest:tt)*) => { by_class!(@ $($rest)*, F16 f16, BF16 bf16, F32 f32, F64 f64, Erased Erased) };
    (Int, $($rest:tt)*) => { by_class!(@ $($rest)*, I32 i32, I64 i64, U8 u8, Erased Erased) };
    (Bool, $($rest:tt)*) => { by_class!(@ $($rest)*, Bool bool, Erased Erased) };
    (@ $op:expr, $any:expr, |$t:ident: $E:ident| $body:expr, $($variant:ident $ty:ty),*) => {
        match $any {
            $(AnyTensor::$variant($t) => {
                type $E = $ty;
                $body
            })*
            #[allow(unreachable_patterns, reason = "one class has all types")]
            other => Err(refused($op, &[other])),
        }
    };
}

/// The same for two tensors of one element type.
macro_rules! two_by_class {
    (Any, $($rest:tt)*) => { two_by_class!(@ $($rest)*, F16 f16, BF16 bf16, F32 f32, F64 f64, I32 i32, I64 i64, U8 u8, Bool bool, Erased Erased) };
    (Numeric, $($rest:tt)*) => { two_by_class!(@ $($rest)*, F16 f16, BF16 bf16, F32 f32, F64 f64, I32 i32, I64 i64, U8 u8, Erased Erased) };
    (Float, $($rest:tt)*) => { two_by_class!(@ $($rest)*, F16 f16, BF16 bf16, F32 f32, F64 f64, Erased Erased) };
    (Int, $($rest:tt)*) => { two_by_class!(@ $($rest)*, I32 i32, I64 i64, U8 u8, Erased Erased) };
    (Bool, $($rest:tt)*) => { two_by_class!(@ $($rest)*, Bool bool, Erased Erased) };
    (@ $op:expr, $x:expr, $y:expr, |$a:ident, $b:ident: $E:ident| $body:expr, $($variant:ident $ty:ty),*) => {
        match ($x, $y) {
            $((AnyTensor::$variant($a), AnyTensor::$variant($b)) => {
                type $E = $ty;
                $body
            })*
            (x, y) => Err(refused($op, &[x, y])),
        }
    };
}

/// The next argument, for a parameter of this kind.
macro_rules! host {
    ($a:ident Axes) => {
        $a.axes()?
    };
    ($a:ident Axis) => {
        $a.int()?
    };
    ($a:ident OptAxis) => {
        $a.opt_int()?
    };
    ($a:ident FlatAxis) => {
        $a.opt_int()?
    };
    ($a:ident Ints) => {
        $a.ints()?
    };
    ($a:ident OptInts) => {
        $a.opt_ints()?
    };
    ($a:ident Shape) => {
        $a.ints()?
    };
    ($a:ident Size) => {
        $a.size()?
    };
    ($a:ident OptSize) => {
        $a.opt_size()?
    };
    ($a:ident Int) => {
        $a.int()?
    };
    ($a:ident Seed) => {
        $a.seed()?
    };
    ($a:ident Flag) => {
        $a.flag()?
    };
    ($a:ident Num) => {
        $a.num()?
    };
    ($a:ident OptNum) => {
        $a.opt_num()?
    };
    ($a:ident Text) => {
        $a.text()?
    };
    ($a:ident Nums) => {
        $a.nums()?
    };
    ($a:ident Pads) => {
        $a.pads()?
    };
}

/// A result, by the rule for its element type.
macro_rules! result {
    (Same $E:ty, $result:expr) => {
        keep::<B, $E>($result)
    };
    (Bool $E:ty, $result:expr) => {
        keep::<B, bool>($result)
    };
    (Sum $E:ty, $result:expr) => {
        keep::<B, <$E as Element>::Sum>($result)
    };
    (Index $E:ty, $result:expr) => {
        keep::<B, i64>($result)
    };
    (F32 $E:ty, $result:expr) => {
        keep::<B, f32>($result)
    };
    (F64 $E:ty, $result:expr) => {
        keep::<B, f64>($result)
    };
    (Pair $E:ty, $result:expr) => {
        $result.map(|(x, y)| vec![<$E>::keep(x), AnyTensor::I64(y)])
    };
    (Twice $E:ty, $result:expr) => {
        $result.map(|(x, y)| vec![<$E>::keep(x), <$E>::keep(y)])
    };
    (Thrice $E:ty, $result:expr) => {
        $result.map(|(x, y, z)| vec![<$E>::keep(x), <$E>::keep(y), <$E>::keep(z)])
    };
    (Indexed $E:ty, $result:expr) => {
        $result.map(|(x, first, inverse, counts)| {
            vec![
                <$E>::keep(x),
                AnyTensor::I64(first),
                AnyTensor::I64(inverse),
                AnyTensor::I64(counts),
            ]
        })
    };
    (List $E:ty, $result:expr) => {
        $result.map(|list| list.into_iter().map(<$E>::keep::<B>).collect())
    };
}

macro_rules! define_calls {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident($($param:ident: $kind:ident $([$($word:literal),*])? $(= $default:ident $(($value:expr))?)?),*) aka [$($alias:literal),*] {
            family: $family:ident, dtype: $class:ident => $out:ident, shape: $shape:ident $(($core:expr))?,
            sample: ($low:expr, $high:expr), example: $example:tt, grad: $grad:tt, kernel: { $($kernel:tt)* }
        }
    )*) => {
        /// The operations that [`call`] knows.
        pub const CALLS: &[&str] = &[$(stringify!($name)),*];

        fn by_name<B: Backend>(name: &str, given: &mut Given<'_, '_, '_, B>) -> Result<Outputs<B>> {
            match name {
                $(stringify!($name) => each::$name::<B>(given),)*
                other => Err(Error::unsupported(format!("no operation `{other}`"))),
            }
        }

        mod each {
            use super::*;
            $(pub fn $name<B: Backend>(given: &mut Given<'_, '_, '_, B>) -> Result<Outputs<B>> {
                define_calls!(@call given $family $class $out $name [$($kind)*])
            })*
        }
    };

    // Two operands.
    (@call $a:ident $family:ident $class:ident $out:ident $name:ident [Operand Operand]) => {{
        let (x, y) = ($a.operand()?, $a.operand()?);
        match (x, y) {
            (Either::Tensor(x), Either::Tensor(y)) => two_by_class!($class, $a.op, x, y, |x, y: E| {
                result!($out E, <B as Ops>::$name(&Typed::<B, E>(x), &Typed::<B, E>(y)))
            }),
            (Either::Tensor(x), Either::Num(n)) => by_class!($class, $a.op, x, |x: E| {
                result!($out E, <B as Ops>::$name(&Typed::<B, E>(x), n))
            }),
            (Either::Num(n), Either::Tensor(y)) => by_class!($class, $a.op, y, |y: E| {
                result!($out E, <B as Ops>::$name(n, &Typed::<B, E>(y)))
            }),
            (Either::Num(_), Either::Num(_)) => Err(Error::dtype("two numbers, and no tensor")),
        }
    }};

    // A mask and two operands.
    (@call $a:ident $family:ident $class:ident $out:ident $name:ident [Mask Operand Operand]) => {{
        let (mask, x, y) = ($a.tensor()?, $a.operand()?, $a.operand()?);
        by_class!(Bool, $a.op, mask, |mask: M| {
            let mask = &Typed::<B, M>(mask);
            match (x, y) {
                (Either::Tensor(x), Either::Tensor(y)) => two_by_class!($class, $a.op, x, y, |x, y: E| {
                    result!($out E, <B as Ops>::$name(mask, &Typed::<B, E>(x), &Typed::<B, E>(y)))
                }),
                (Either::Tensor(x), Either::Num(n)) => by_class!($class, $a.op, x, |x: E| {
                    result!($out E, <B as Ops>::$name(mask, &Typed::<B, E>(x), n))
                }),
                (Either::Num(n), Either::Tensor(y)) => by_class!($class, $a.op, y, |y: E| {
                    result!($out E, <B as Ops>::$name(mask, n, &Typed::<B, E>(y)))
                }),
                (Either::Num(_), Either::Num(_)) => Err(Error::dtype("two numbers, and no tensor")),
            }
        })
    }};

    // A cast.
    (@call $a:ident $family:ident $class:ident $out:ident $name:ident [Tensor DType]) => {{
        let (x, dtype) = ($a.tensor()?, $a.dtype()?);
        by_class!($class, $a.op, x, |x: E| by_dtype!(dtype, |T| {
            keep::<B, T>(<B as Ops>::$name::<T, _>(&Typed::<B, E>(x)))
        }))
    }};

    // A new tensor beside an index tensor.
    (@call $a:ident $family:ident $class:ident $out:ident $name:ident [Index Size DType]) => {{
        let (indices, size, dtype) = ($a.tensor()?, $a.size()?, $a.dtype()?);
        by_class!(Int, $a.op, indices, |indices: I| {
            let indices = &Typed::<B, I>(indices);
            match $a.float_place(dtype)? {
                Some(place) => keep::<B, Erased>(<B as Ops>::$name::<Erased, _>(&place, indices, size)),
                None => {
                    let place = B::place_of(indices);
                    by_dtype!(dtype, |T| keep::<B, T>(<B as Ops>::$name::<T, _>(&place, indices, size)))
                }
            }
        })
    }};

    // An index tensor, perhaps with weights.
    (@call $a:ident $family:ident $class:ident $out:ident $name:ident [Index OptTensor Size]) => {{
        let (x, weights, size) = ($a.tensor()?, $a.opt_tensor()?, $a.size()?);
        by_class!(Int, $a.op, x, |x: I| {
            let x = &Typed::<B, I>(x);
            match weights {
                Some(weights) => by_class!($class, $a.op, weights, |weights: E| {
                    keep::<B, E>(<B as Ops>::$name(x, &Typed::<B, E>(weights), size))
                }),
                None => keep::<B, i64>(<B as Ops>::$name(x, Absent, size)),
            }
        })
    }};

    // `x[…]`.
    (@call $a:ident $family:ident $class:ident $out:ident $name:ident [Tensor IndexList]) => {{
        let (x, items) = ($a.tensor()?, $a.index()?);
        by_class!($class, $a.op, x, |x: E| {
            let x = Typed::<B, E>(x);
            with_index($a, items, |items| {
                if items.iter().any(|i| matches!(i, IndexItem::Tensor(_) | IndexItem::Mask(_))) {
                    return keep::<B, E>(<B as Ops>::getitem(&x, items));
                }
                keep::<B, E>(<B as Ops>::slice(&x, items))
            })
        })
    }};

    // `x[…]` and a value for it.
    (@call $a:ident $family:ident $class:ident $out:ident $name:ident [Tensor IndexList Operand]) => {{
        let (x, items, value) = ($a.tensor()?, $a.index()?, $a.operand()?);
        with_index($a, items, |items| match value {
            Either::Tensor(value) => two_by_class!($class, $a.op, x, value, |x, value: E| {
                let value = &Typed::<B, E>(value);
                result!($out E, <B as Ops>::$name(&Typed::<B, E>(x), items, value))
            }),
            Either::Num(n) => by_class!($class, $a.op, x, |x: E| {
                result!($out E, <B as Ops>::$name(&Typed::<B, E>(x), items, n))
            }),
        })
    }};

    // A word, and a list of tensors.
    (@call $a:ident $family:ident $class:ident $out:ident $name:ident [Text Rest]) => {{
        let (text, tensors) = ($a.text()?, $a.tensors()?);
        let Some(first) = tensors.first().copied() else {
            return Err(Error::value("no tensors"));
        };
        by_class!($class, $a.op, first, |_first: E| {
            let typed: Option<Vec<_>> = tensors.iter().map(|t| E::of(t).map(Typed::<B, E>)).collect();
            match typed {
                Some(typed) => result!($out E, <B as Ops>::$name(text, &typed)),
                None => Err(refused($a.op, &tensors)),
            }
        })
    }};

    // A list of tensors.
    (@call $a:ident $family:ident $class:ident $out:ident $name:ident [Tensors $($host:ident)*]) => {{
        let tensors = $a.tensors()?;
        let Some(first) = tensors.first().copied() else {
            return Err(Error::value("no tensors"));
        };
        by_class!($class, $a.op, first, |_first: E| {
            let typed: Option<Vec<_>> = tensors.iter().map(|t| E::of(t).map(Typed::<B, E>)).collect();
            match typed {
                Some(typed) => result!($out E, <B as Ops>::$name(&typed, $(host!($a $host)),*)),
                None => Err(refused($a.op, &tensors)),
            }
        })
    }};

    // A tensor, then what the parameters say.
    (@call $a:ident $family:ident $class:ident $out:ident $name:ident [Tensor $($rest:ident)*]) => {{
        let x = $a.tensor()?;
        by_class!($class, $a.op, x, |x: E| {
            let x = Typed::<B, E>(x);
            define_calls!(@next $a $out $name E x [&x] [$($rest)*])
        })
    }};
    (@next $a:ident $out:ident $name:ident $E:ident $x:ident [$($done:tt)*] []) => {
        result!($out $E, <B as Ops>::$name($($done)*))
    };
    (@next $a:ident $out:ident $name:ident $E:ident $x:ident [$($done:tt)*] [Tensor $($rest:ident)*]) => {{
        let other = $a.tensor()?;
        let Some(y) = $E::of(other) else {
            return Err(refused($a.op, &[other]));
        };
        let y = Typed::<B, $E>(y);
        define_calls!(@next $a $out $name $E $x [$($done)*, &y] [$($rest)*])
    }};
    (@next $a:ident $out:ident $name:ident $E:ident $x:ident [$($done:tt)*] [OptTensor $($rest:ident)*]) => {
        match $a.opt_tensor()? {
            Some(other) => {
                let Some(y) = $E::of(other) else {
                    return Err(refused($a.op, &[other]));
                };
                let y = Typed::<B, $E>(y);
                define_calls!(@next $a $out $name $E $x [$($done)*, &y] [$($rest)*])
            }
            None => define_calls!(@next $a $out $name $E $x [$($done)*, Absent] [$($rest)*]),
        }
    };
    (@next $a:ident $out:ident $name:ident $E:ident $x:ident [$($done:tt)*] [Operand $($rest:ident)*]) => {
        match $a.operand()? {
            Either::Tensor(other) => {
                let Some(y) = $E::of(other) else {
                    return Err(refused($a.op, &[other]));
                };
                let y = Typed::<B, $E>(y);
                define_calls!(@next $a $out $name $E $x [$($done)*, &y] [$($rest)*])
            }
            Either::Num(n) => define_calls!(@next $a $out $name $E $x [$($done)*, n] [$($rest)*]),
        }
    };
    (@next $a:ident $out:ident $name:ident $E:ident $x:ident [$($done:tt)*] [OptOperand $($rest:ident)*]) => {
        match $a.opt_operand()? {
            Some(Either::Tensor(other)) => {
                let Some(y) = $E::of(other) else {
                    return Err(refused($a.op, &[other]));
                };
                let y = Typed::<B, $E>(y);
                define_calls!(@next $a $out $name $E $x [$($done)*, &y] [$($rest)*])
            }
            Some(Either::Num(n)) => define_calls!(@next $a $out $name $E $x [$($done)*, n] [$($rest)*]),
            None => define_calls!(@next $a $out $name $E $x [$($done)*, Absent] [$($rest)*]),
        }
    };
    (@next $a:ident $out:ident $name:ident $E:ident $x:ident [$($done:tt)*] [Index $($rest:ident)*]) => {{
        let indices = $a.tensor()?;
        by_class!(Int, $a.op, indices, |indices: I| {
            let indices = Typed::<B, I>(indices);
            define_calls!(@next $a $out $name $E $x [$($done)*, &indices] [$($rest)*])
        })
    }};
    (@next $a:ident $out:ident $name:ident $E:ident $x:ident [$($done:tt)*] [Mask $($rest:ident)*]) => {{
        let mask = $a.tensor()?;
        by_class!(Bool, $a.op, mask, |mask: M| {
            let mask = Typed::<B, M>(mask);
            define_calls!(@next $a $out $name $E $x [$($done)*, &mask] [$($rest)*])
        })
    }};
    (@next $a:ident $out:ident $name:ident $E:ident $x:ident [$($done:tt)*] [OptMask $($rest:ident)*]) => {
        match $a.opt_tensor()? {
            Some(mask) => by_class!(Bool, $a.op, mask, |mask: M| {
                let mask = Typed::<B, M>(mask);
                define_calls!(@next $a $out $name $E $x [$($done)*, &mask] [$($rest)*])
            }),
            None => define_calls!(@next $a $out $name $E $x [$($done)*, Absent] [$($rest)*]),
        }
    };
    (@next $a:ident $out:ident $name:ident $E:ident $x:ident [$($done:tt)*] [Pads $($rest:ident)*]) => {{
        let pads = host!($a Pads);
        define_calls!(@next $a $out $name $E $x [$($done)*, &pads] [$($rest)*])
    }};
    (@next $a:ident $out:ident $name:ident $E:ident $x:ident [$($done:tt)*] [$host:ident $($rest:ident)*]) => {{
        let host = host!($a $host);
        define_calls!(@next $a $out $name $E $x [$($done)*, host] [$($rest)*])
    }};

    // A new tensor from host arguments, the element type last.
    (@call $a:ident Creation $class:ident $out:ident $name:ident [$($kind:ident)*]) => {
        define_calls!(@create $a $out $name [] [$($kind)*])
    };
    (@create $a:ident $out:ident $name:ident [$($host:ident)*] [DType]) => {{
        // The element type stands last but is needed first.
        let dtype = match $a.args.as_slice().last() {
            Some(Arg::DType(dtype)) => *dtype,
            _ => return Err(Error::value("no element type")),
        };
        match $a.float_place(dtype)? {
            Some(place) => keep::<B, Erased>(<B as Ops>::$name::<Erased>(&place, $(host!($a $host)),*)),
            None => {
                let place = B::default_place();
                by_dtype!(dtype, |T| keep::<B, T>(<B as Ops>::$name::<T>(&place, $(host!($a $host)),*)))
            }
        }
    }};
    // Without one, the operation says it.
    (@create $a:ident $out:ident $name:ident [$($host:ident)*] []) => {{
        let place = B::default_place();
        result!($out i64, <B as Ops>::$name(&place, $(host!($a $host)),*))
    }};
    (@create $a:ident $out:ident $name:ident [$($host:ident)*] [$next:ident $($rest:ident)*]) => {
        define_calls!(@create $a $out $name [$($host)* $next] [$($rest)*])
    };
}
for_each_op!(define_calls);

/// Calls with the items of an index, whose tensors may have several types.
fn with_index<B: Backend, R>(
    given: &Given<'_, '_, '_, B>,
    items: &[Item],
    call: impl FnOnce(&[IndexItem<'_, B>]) -> Result<R>,
) -> Result<R> {
    /// A tensor of an index, by what it is there.
    enum Of<'t, B> {
        Tensor(Box<dyn IndexTensor<B> + 't>),
        Mask(Box<dyn MaskTensor<B> + 't>),
        Host,
    }
    let tensors: Vec<Of<'_, B>> = items
        .iter()
        .map(|item| match item {
            Item::Input(number) => by_class!(Int, given.op, given.input(*number)?, |t: I| {
                Ok(Of::Tensor(Box::new(Typed::<B, I>(t))))
            }),
            Item::Mask(number) => by_class!(Bool, given.op, given.input(*number)?, |t: M| {
                Ok(Of::Mask(Box::new(Typed::<B, M>(t))))
            }),
            _ => Ok(Of::Host),
        })
        .collect::<Result<_>>()?;
    let items = items.iter().zip(&tensors).map(|pair| match pair {
        (_, Of::Tensor(tensor)) => IndexItem::Tensor(&**tensor),
        (_, Of::Mask(mask)) => IndexItem::Mask(&**mask),
        (Item::At(n), Of::Host) => IndexItem::At(*n),
        (Item::Range(start, end, step), Of::Host) => IndexItem::Range {
            start: *start,
            end: *end,
            step: *step,
        },
        (Item::NewAxis, Of::Host) => IndexItem::NewAxis,
        (Item::Ellipsis | Item::Input(_) | Item::Mask(_), Of::Host) => IndexItem::Ellipsis,
    });
    let items: Vec<IndexItem<'_, B>> = items.collect();
    call(&items)
}

#[cfg(test)]
mod tests {
    use super::CALLS;
    use crate::ops::TABLE;

    #[test]
    fn every_operation_can_be_called() {
        for op in TABLE {
            assert!(CALLS.contains(&op.name), "{} has no call", op.name);
        }
    }
}
