"""The offline bundle: one folder from which a workshop installs the course without a network."""
