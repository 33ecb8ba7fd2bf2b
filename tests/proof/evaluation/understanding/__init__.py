"""Understanding evaluated: the upstream's sets against hassil, and spoken sets against labels."""
