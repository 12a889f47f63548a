"""Text in, findings out: pure functions that know no verdict and no configuration."""
