"""Files of other programs: FIDE reports (TRF), movements, CSV."""
