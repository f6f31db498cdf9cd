"""Fills the database: one person, and a client for each grant."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from oauth2_provider.models import get_application_model  # noqa: E402

call_command("migrate", verbosity=0)
user = User.objects.create_user("alice", password="wonder land&+%plantedsecret")
Application = get_application_model()
# The mark that Tests/Secrets/check looks for.
SECRET = "s:e&c+r%t/éplantedsecret"

for client_id, client_type, grant, redirects in [
    ("web", "confidential", "authorization-code", "http://127.0.0.1/callback app://callback"),
    ("tool", "public", "authorization-code", "http://127.0.0.1/callback"),
    ("machine", "confidential", "client-credentials", ""),
    ("legacy", "confidential", "password", ""),
    ("tv", "public", "urn:ietf:params:oauth:grant-type:device_code", ""),
]:
    Application.objects.create(
        name=client_id,
        client_id=client_id,
        client_secret=SECRET if client_type == "confidential" else "",
        client_type=client_type,
        authorization_grant_type=grant,
        redirect_uris=redirects,
        user=user,
    )
