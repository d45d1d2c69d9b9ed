"""Parts that several games use: public facts, tricks, the stock, the first dealer, and wording."""
