"""Makes what a designer sends to ask for a price: a request, its costs, a sell sheet."""
