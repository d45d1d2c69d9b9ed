"""Values: cards, zones, events, moves, options, and what a viewer knows. No rules of play."""
