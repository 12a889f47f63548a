"""What others find and how long they take, each in a child of the rivals' own environment."""
