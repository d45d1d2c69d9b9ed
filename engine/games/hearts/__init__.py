"""Hearts, with the jack of diamonds (Omnibus) and the shooter's choice as options."""
