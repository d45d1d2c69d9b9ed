"""What card games share beyond the engine: public facts, tricks, the stock, the first dealer, and words."""
