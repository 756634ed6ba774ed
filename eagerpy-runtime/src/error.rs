//! Run-time errors: every one names the function, the operation with its source line, and the facts.

use std::error::Error as StdError;
use std::fmt;

/// What every generated function and every op returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The category of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Sizes or numbers of axes that do not go together.
    Shape,
    /// Element types that do not go together, or that an op does not take.
    Dtype,
    /// An axis out of range, or named twice.
    Axis,
    /// An index out of range.
    Index,
    /// A value that an op cannot take: `k` beyond the size, the maximum of nothing, an int divided by 0.
    Value,
    /// The backend or the device lacks what was asked for.
    Unsupported,
    /// The framework itself failed; its error is the [source](StdError::source).
    Framework,
    /// The function's host code failed before a `?`; its error is the [source](StdError::source).
    Host,
}

/// Where in the user's program an operation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The agnostic function.
    pub function: &'static str,
    /// The operation as it was written.
    pub source: &'static str,
    /// The source file.
    pub file: &'static str,
    /// The line in it, from 1.
    pub line: u32,
}

/// Why a generated function or an op failed.
///
/// The text names the function, the operation with its source line, and the shapes or types; the
/// framework's own error, if there is one, is the [`source`](StdError::source).
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    op: Option<&'static str>,
    message: String,
    site: Option<&'static Site>,
    source: Option<Box<dyn StdError + Send + Sync + 'static>>,
}

impl Error {
    /// A mistake of this kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error(Box::new(Inner {
            kind,
            op: None,
            message: message.into(),
            site: None,
            source: None,
        }))
    }

    /// Sizes that do not go together.
    pub fn shape(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Shape, message)
    }

    /// Element types that do not go together.
    pub fn dtype(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Dtype, message)
    }

    /// A wrong axis.
    pub fn axis(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Axis, message)
    }

    /// A wrong index.
    pub fn index(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Index, message)
    }

    /// A wrong value.
    pub fn value(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Value, message)
    }

    /// Something that a backend lacks.
    pub fn unsupported(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Unsupported, message)
    }

    /// A failure of the framework, which stays reachable as the source.
    pub fn framework(
        backend: &'static str,
        source: impl Into<Box<dyn StdError + Send + Sync + 'static>>,
    ) -> Error {
        let source = source.into();
        let text = source.to_string();
        let first = text.lines().next().unwrap_or_default();
        let mut error = Error::new(ErrorKind::Framework, format!("{backend}: {first}"));
        error.0.source = Some(source);
        error
    }

    /// An error of the function's host code, which stays reachable as the source.
    pub fn host(source: Box<dyn StdError + Send + Sync + 'static>) -> Error {
        let mut error = Error::new(ErrorKind::Host, source.to_string());
        error.0.source = Some(source);
        error
    }

    /// The category of the mistake.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The operation that failed, by its main name.
    pub fn op(&self) -> Option<&'static str> {
        self.0.op
    }

    /// Where the operation stands in the user's program.
    pub fn site(&self) -> Option<&'static Site> {
        self.0.site
    }

    /// The bare message, without function, operation and line.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Names the operation, unless an inner one was named.
    #[must_use]
    pub fn in_op(mut self, op: &'static str) -> Error {
        self.0.op.get_or_insert(op);
        self
    }

    /// Names the place in the user's program, unless an inner one was named.
    #[must_use]
    pub fn at(mut self, site: &'static Site) -> Error {
        self.0.site.get_or_insert(site);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(site) = self.0.site {
            write!(
                f,
                "{}, `{}` ({}:{}): ",
                site.function, site.source, site.file, site.line
            )?;
        }
        if let Some(op) = self.0.op {
            write!(f, "{op}: ")?;
        }
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} [{:?}]", self.0.kind)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match &self.0.source {
            Some(source) => Some(source.as_ref()),
            None => None,
        }
    }
}

/// Adds the place in the user's program to an error. Generated code calls it on every operation.
pub trait At<T> {
    /// Names the place, unless an inner one was named.
    ///
    /// # Errors
    /// The error that was there.
    fn at(self, site: &'static Site) -> Result<T>;
}

impl<T> At<T> for Result<T> {
    #[inline]
    fn at(self, site: &'static Site) -> Result<T> {
        match self {
            Ok(value) => Ok(value),
            Err(error) => Err(error.at(site)),
        }
    }
}
