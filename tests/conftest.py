"""What holds for every test: on a busy machine examples take as long as they take."""

from hypothesis import HealthCheck, settings

settings.register_profile("patient", settings.default, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
