import datetime

from django.contrib.auth.views import LoginView
from django.http import HttpResponse, JsonResponse
from django.urls import include, path
from django.utils import timezone
from oauth2_provider.decorators import protected_resource_metadata
from oauth2_provider.models import get_access_token_model
from oauth2_provider.urls import metadata_urlpatterns


@protected_resource_metadata(scopes=["read"])
def item(request):
    return JsonResponse({"user": str(request.resource_owner)})


@protected_resource_metadata(scopes=["write"])
def change(request):
    return JsonResponse({"user": str(request.resource_owner)})


def expire(request):
    """Ends every access token, as time would."""
    past = timezone.now() - datetime.timedelta(seconds=1)
    get_access_token_model().objects.update(expires=past)
    return HttpResponse(status=204)


urlpatterns = [
    path("expire", expire),
    path("login/", LoginView.as_view()),
    path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
    path("item", item),
    path("change", change),
] + metadata_urlpatterns
