"""As much of the package `requests` as a client of a JSON API needs, on Python's own library."""

import json as codec
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


class Response:
    def __init__(self, status_code, text):
        self.status_code = status_code
        self.text = text

    def json(self):
        return codec.loads(self.text)


def post(url, data=None, json=None, headers=None):
    body = codec.dumps(json) if data is None else urlencode(data)
    sent = {'Accept': '*/*', 'User-Agent': 'python-requests', **(headers or {})}
    try:
        with urlopen(Request(url, body.encode(), sent, method='POST')) as answer:
            return Response(answer.status, answer.read().decode())
    except HTTPError as refusal:
        return Response(refusal.code, refusal.read().decode())
