"""What card games share beyond the engine: words for cards and lists."""
