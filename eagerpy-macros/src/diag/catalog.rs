//! Every code with what it means. The messages themselves stand where the mistake is found, since
//! they are made of its facts; a user looks the code up in `docs/errors`, where each has a page with
//! the line here as its title.

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => {
        /// What kind of mistake it is. `E1xx` language, `E2xx` types and shapes, `E4xx` options, `E6xx` gradients.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code {
            $($(#[doc = $doc])* $name,)*
        }

        impl Code {
            /// The code as it is printed.
            pub fn name(self) -> &'static str {
                match self {
                    $(Code::$name => stringify!($name),)*
                }
            }

            /// All codes, in order.
            #[cfg(test)]
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// What kind of mistake it is: the title of its page in `docs/errors`.
            #[cfg(test)]
            pub fn doc(self) -> &'static str {
                match self {
                    $(Code::$name => concat!($($doc),*).trim_ascii(),)*
                }
            }
        }
    };
}

codes! {
    /// A construct of Rust that the language does not have, where tensors are in it.
    E101;
    /// A parameter or result type that is no tensor type and no host type.
    E102;
    /// A dimension that is neither a name, a number nor `_`.
    E103;
    /// A tensor in code that the compiler cannot look into: a macro's arguments, a closure, a foreign call.
    E104;
    /// A pattern that cannot take a tensor.
    E105;
    /// A `match` that leaves a variant out.
    E106;
    /// An operation that does not exist.
    E110;
    /// An argument that must be given.
    E111;
    /// A keyword that the operation does not have.
    E112;
    /// An argument given twice.
    E113;
    /// More arguments than the operation has.
    E114;
    /// An argument of the wrong kind: a tensor where a number belongs, or the reverse.
    E115;
    /// `native!` that cannot be read, or has no arm for a backend.
    E116;
    /// An element type that the operation does not take.
    E201;
    /// Tensors of different element types in one operation: nothing is promoted.
    E202;
    /// A number of the wrong kind next to a tensor: a fraction with integers, a truth value with numbers.
    E203;
    /// An axis out of range.
    E204;
    /// An axis named twice.
    E205;
    /// Shapes that do not broadcast together.
    E206;
    /// A matrix product whose inner dimensions differ.
    E207;
    /// A tensor of the wrong rank.
    E208;
    /// A reshape that changes the number of elements.
    E209;
    /// Tensors that cannot be joined.
    E210;
    /// An index that does not fit the tensor.
    E211;
    /// A body that does not give the declared result.
    E212;
    /// An axis to be squeezed whose size is not 1.
    E213;
    /// A tensor where a host value belongs: a condition, a range, a size.
    E214;
    /// Branches that give different types.
    E215;
    /// A variable that changes its type: in a loop, or by assignment.
    E216;
    /// An element type that nothing determines.
    E217;
    /// An argument's value that the operation does not take.
    E218;
    /// An option that does not exist, or that cannot be read.
    E401;
    /// A backend that is not known, or not in this build.
    E402;
    /// A gradient through an operation that has none.
    E601;
    /// A gradient with respect to what has none, or is not there.
    E602;
    /// A gradient where there is none yet.
    E603;
}
