"""HTTPS servers on 127.0.0.1, each with another fault or demand.

server.py FOLDER    prints a JSON object of ports by name, and serves until its input ends
"""

import http.server
import json
import os
import socket
import socketserver
import ssl
import sys
import threading
import time
import warnings

warnings.simplefilter("ignore", DeprecationWarning)
folder = sys.argv[1]
os.chdir(folder)


class Handler(http.server.BaseHTTPRequestHandler):
    """Tells what was agreed on, and who the client says it is."""

    protocol_version = "HTTP/1.1"

    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        peer = dict(pair for part in (self.connection.getpeercert() or {}).get("subject", ())
                    for pair in part)
        text = json.dumps({"version": self.connection.version(), "peer": peer.get("commonName"),
                           "received": len(body)}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = answer

    def log_message(self, *arguments):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, context):
        super().__init__(("127.0.0.1", 0), Handler)
        self.context = context

    def finish_request(self, request, address):
        # In the connection's own thread, so that a client that stalls holds up nobody.
        request.settimeout(300)
        request = self.context.wrap_socket(
            request, server_side=True, do_handshake_on_connect=False)
        try:
            request.do_handshake()
            super().finish_request(request, address)
            request.unwrap()
        except OSError:
            # What closes at once resets the connection, and the alert that tells why is lost.
            time.sleep(0.1)
        finally:
            request.close()

    def handle_error(self, request, address):
        pass


def context(certificate, client=None, newest=None, oldest=None):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate + ".pem", certificate + "-key.pem")
    if newest:
        # Old versions are below what the library allows by itself.
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version = oldest or newest
        context.maximum_version = newest
    if client:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(client + ".pem")
    return context


def start(context):
    server = Server(context)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def start_raw(answer):
    """A server that speaks no TLS at all."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=16)

    def run():
        while True:
            connection, _ = listener.accept()
            try:
                connection.recv(4096)
                connection.sendall(answer)
            except OSError:
                pass
            connection.close()

    threading.Thread(target=run, daemon=True).start()
    return listener.getsockname()[1]


Version = ssl.TLSVersion
ports = {name: start(context(name))
         for name in ["good", "misnamed", "expired", "selfsigned", "unknown"]}
ports["tls12"] = start(context("good", newest=Version.TLSv1_2))
ports["tls11"] = start(context("good", newest=Version.TLSv1_1))
ports["client13"] = start(context("good", client="authority"))
ports["client12"] = start(context("good", client="authority", newest=Version.TLSv1_2))
ports["plain"] = start_raw(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
ports["silent"] = start_raw(b"")

print(json.dumps(ports), flush=True)
sys.stdin.read()
