"""A vendor's server on the loopback: it answers every request with the events that it was told."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import anthropic
import openai

from tests.streams.calling import Event


def sse(events: Iterable[Event], *, ended: bool) -> bytes:
    """The body of a stream; `[DONE]` is what ends the one of chat completions."""
    lines, event = [], {}
    for event in events:
        if "type" in event:
            lines.append(f"event: {event['type']}\n")
        lines.append(f"data: {json.dumps(event)}\n\n")
    return "".join([*lines, "data: [DONE]\n\n" if ended and "choices" in event else ""]).encode()


class Vendor(ThreadingHTTPServer):
    """A server and clients of both vendors for it."""

    daemon_threads = True
    body = b""
    cut = False
    """Whether the connection breaks at the body's end."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def says(self, events: Iterable[Event], *, cut: bool = False) -> None:
        self.body, self.cut = sse(events, ended=not cut), cut

    def openai(self) -> openai.OpenAI:
        http = openai.DefaultHttpxClient(trust_env=False)
        return openai.OpenAI(base_url=self.url, api_key="k", max_retries=0, http_client=http)

    def async_openai(self) -> openai.AsyncOpenAI:
        http = openai.DefaultAsyncHttpxClient(trust_env=False)
        return openai.AsyncOpenAI(base_url=self.url, api_key="k", max_retries=0, http_client=http)

    def anthropic(self) -> anthropic.Anthropic:
        http = anthropic.DefaultHttpxClient(trust_env=False)
        return anthropic.Anthropic(base_url=self.url, api_key="k", max_retries=0, http_client=http)

    def async_anthropic(self) -> anthropic.AsyncAnthropic:
        http = anthropic.DefaultAsyncHttpxClient(trust_env=False)
        return anthropic.AsyncAnthropic(
            base_url=self.url, api_key="k", max_retries=0, http_client=http
        )


class _Handler(BaseHTTPRequestHandler):
    server: Vendor

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(self.server.body) + self.server.cut))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(self.server.body)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serving() -> Iterator[Vendor]:
    with Vendor(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
