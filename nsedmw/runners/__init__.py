"""How a middleware that is not Python of this process is executed. Runners raise, never judge."""
