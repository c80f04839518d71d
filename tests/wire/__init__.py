"""A Discord on loopback: the real client library talks to it over HTTP and a websocket."""
