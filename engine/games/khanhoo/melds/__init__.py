"""The meld solver: the divisions of a hand into melds, and the best of them."""
