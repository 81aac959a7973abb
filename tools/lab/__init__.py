"""The laboratory of Morpho: what a search, a setting or a technique is worth, measured."""
