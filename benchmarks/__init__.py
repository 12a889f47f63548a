"""What is promised about speed, each figure beside its floor or rival of the same run."""
