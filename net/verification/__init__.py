"""The client's own check of fairness: each finished deal is played again."""
