//! The backend gives the recorded right answers.

eagerpy::testing::conformance!(custom_backend::Plain);
