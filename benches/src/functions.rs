//! The functions that are measured, each with fusion and without.

/// The same functions under another attribute.
macro_rules! functions {
    ($(#[$agnostic:meta])*) => {
        use eagerpy::agnostic;

        /// `2.5 x + y`
        $(#[$agnostic])*
        pub fn axpy(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Tensor<_, N> {
            2.5 * x + y
        }

        /// What follows the product in a layer of a network.
        $(#[$agnostic])*
        pub fn bias_relu(x: &Tensor<_, R, C>, b: &Tensor<_, C>) -> Tensor<_, R, C> {
            (x + b).relu()
        }

        /// GELU by tanh, written out.
        $(#[$agnostic])*
        pub fn gelu(x: &Tensor<_, N>) -> Tensor<_, N> {
            0.5 * x * (1.0 + (0.7978845608 * (x + 0.044715 * x * x * x)).tanh())
        }

        /// The gate of SwiGLU.
        $(#[$agnostic])*
        pub fn swiglu(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Tensor<_, N> {
            x * x.sigmoid() * y
        }

        /// One step of projected gradient descent in a box around `x0`.
        $(#[$agnostic])*
        pub fn pgd_step(x: &Tensor<_, N>, x0: &Tensor<_, N>, g: &Tensor<_, N>) -> Tensor<_, N> {
            let moved = x + 0.01 * g.sign();
            moved.maximum(x0 - 0.03).minimum(x0 + 0.03).maximum(0.0).minimum(1.0)
        }

        /// One step of Adam without the correction of its first steps: parameters and both moments.
        $(#[$agnostic])*
        pub fn adam(
            p: &Tensor<_, N>,
            g: &Tensor<_, N>,
            m: &Tensor<_, N>,
            v: &Tensor<_, N>,
        ) -> (Tensor<_, N>, Tensor<_, N>, Tensor<_, N>) {
            let m = 0.9 * m + 0.1 * g;
            let v = 0.999 * v + 0.001 * g * g;
            let p = p - 0.001 * m / (v.sqrt() + 1e-8);
            (p, m, v)
        }

        /// Mean squared error.
        $(#[$agnostic])*
        pub fn mse(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Scalar {
            (x - y).square().mean()
        }

        /// Huber's loss, its mean.
        $(#[$agnostic])*
        pub fn huber(x: &Tensor<_, N>, y: &Tensor<_, N>) -> Scalar {
            let d = (x - y).abs();
            where_(d < 1.0, 0.5 * d * d, d - 0.5).mean()
        }

        /// Euclidean norm.
        $(#[$agnostic])*
        pub fn l2_norm(x: &Tensor<_, N>) -> Scalar {
            x.square().sum().sqrt()
        }

        /// Softmax of rows.
        $(#[$agnostic])*
        pub fn softmax(x: &Tensor<_, R, C>) -> Tensor<_, R, C> {
            x.softmax(axis = -1)
        }

        /// Mean cross entropy of rows.
        $(#[$agnostic])*
        pub fn crossentropy(x: &Tensor<_, R, C>, labels: &Tensor<i64, R>) -> Scalar {
            x.crossentropy(labels).mean()
        }

        /// Layer norm, written out.
        $(#[$agnostic])*
        pub fn layer_norm(x: &Tensor<_, R, C>, w: &Tensor<_, C>, b: &Tensor<_, C>) -> Tensor<_, R, C> {
            let centred = x - x.mean(axis = -1, keepdims = true);
            let variance = centred.square().mean(axis = -1, keepdims = true);
            centred * (variance + 1e-5).rsqrt() * w + b
        }

        /// One layer of a network.
        $(#[$agnostic])*
        pub fn dense(x: &Tensor<_, N, D>, w: &Tensor<_, D, C>, b: &Tensor<_, C>) -> Tensor<_, N, C> {
            (x.matmul(w) + b).relu()
        }

        /// A network of two hidden layers.
        $(#[$agnostic])*
        pub fn network(
            x: &Tensor<_, N, 6>,
            w1: &Tensor<_, 6, 64>,
            b1: &Tensor<_, 64>,
            w2: &Tensor<_, 64, 8>,
            b2: &Tensor<_, 8>,
            w3: &Tensor<_, 8, 4>,
            b3: &Tensor<_, 4>,
        ) -> Tensor<_, N, 4> {
            let h = (x.matmul(w1) + b1).relu();
            let h = (h.matmul(w2) + b2).relu();
            h.matmul(w3) + b3
        }

        /// The rows' elements at these places.
        $(#[$agnostic])*
        pub fn gather(x: &Tensor<_, R, C>, at: &Tensor<i64, K>) -> Tensor<_, K, C> {
            x.take(at, axis = 0)
        }

        /// A convolution, its bias, and relu.
        $(#[$agnostic])*
        pub fn conv(
            x: &Tensor<_, N, I, H, W>,
            k: &Tensor<_, O, I, 3, 3>,
            b: &Tensor<_, O>,
        ) -> Tensor<_, N, O, H, W> {
            x.conv2d(k, b, padding = 1).relu()
        }

        /// Root mean square norm.
        $(#[$agnostic])*
        pub fn rms_norm(x: &Tensor<_, R, C>, w: &Tensor<_, C>) -> Tensor<_, R, C> {
            let scale = (x.square().mean(axis = -1, keepdims = true) + 1e-6).rsqrt();
            x * scale * w
        }

        /// One step of Elman's network.
        $(#[$agnostic])*
        pub fn rnn_cell(
            x: &Tensor<_, N, I>,
            h: &Tensor<_, N, H>,
            w: &Tensor<_, I, H>,
            u: &Tensor<_, H, H>,
            b: &Tensor<_, H>,
        ) -> Tensor<_, N, H> {
            (x.matmul(w) + h.matmul(u) + b).tanh()
        }

        /// What a Q network learns to give: the reward, and what the best action then is worth.
        $(#[$agnostic])*
        pub fn td_target(q: &Tensor<_, R, C>, reward: &Tensor<_, R>, done: &Tensor<_, R>) -> Tensor<_, R> {
            reward + 0.99 * (1.0 - done) * q.max(axis = 1)
        }

        /// One head of attention.
        $(#[$agnostic])*
        pub fn attention(q: &Tensor<_, T, D>, k: &Tensor<_, S, D>, v: &Tensor<_, S, D>) -> Tensor<_, T, D> {
            let scores = q.matmul(k.transpose()) * 0.125;
            scores.softmax(axis = -1).matmul(v)
        }

        /// Cosine similarity of rows.
        $(#[$agnostic])*
        pub fn cosine(x: &Tensor<_, R, C>, y: &Tensor<_, R, C>) -> Tensor<_, R> {
            let dot = (x * y).sum(axis = 1);
            dot / (x.square().sum(axis = 1).sqrt() * y.square().sum(axis = 1).sqrt())
        }
    };
}

/// As the compiler writes them.
pub mod fused {
    functions!(#[agnostic]);
}

/// Operation by operation.
pub mod apart {
    functions!(#[agnostic(fuse = false)]);
}

/// Functions with their gradients.
pub mod gradients {
    use eagerpy::agnostic;

    /// Logistic regression.
    #[agnostic(grad(w, b))]
    pub fn logistic(x: &Tensor<_, N, D>, w: &Tensor<_, D>, b: &Scalar, y: &Tensor<_, N>) -> Scalar {
        binary_cross_entropy_with_logits(x.matmul(w) + b, y)
    }

    /// A classifier of one hidden layer.
    #[agnostic(grad(w1, b1, w2, b2))]
    pub fn mlp(
        x: &Tensor<_, N, D>,
        w1: &Tensor<_, D, H>,
        b1: &Tensor<_, H>,
        w2: &Tensor<_, H, C>,
        b2: &Tensor<_, C>,
        labels: &Tensor<i64, N>,
    ) -> Scalar {
        let h = (x.matmul(w1) + b1).relu();
        (h.matmul(w2) + b2).crossentropy(labels).mean()
    }

    /// What an attack on a classifier of two hidden layers climbs.
    #[agnostic(grad(x))]
    pub fn attack(
        x: &Tensor<_, N, D>,
        w1: &Tensor<_, D, H>,
        b1: &Tensor<_, H>,
        w2: &Tensor<_, H, K>,
        b2: &Tensor<_, K>,
        w3: &Tensor<_, K, C>,
        b3: &Tensor<_, C>,
        labels: &Tensor<i64, N>,
    ) -> Scalar {
        let h = (x.matmul(w1) + b1).relu();
        let h = (h.matmul(w2) + b2).relu();
        (h.matmul(w3) + b3).crossentropy(labels).mean()
    }
}
