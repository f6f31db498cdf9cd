"""An HTTP/2 server over TLS on 127.0.0.1, made of the h2 package.

http2.py FOLDER    prints its port as JSON, and serves until its input ends

It answers a request when as many for the same path are open on the connection as `wait` in the
query says, so that who asks can tell whether requests share a connection.
"""

import json
import os
import socket
import ssl
import sys
import threading
import urllib.parse

import h2.config
import h2.connection
import h2.events
import h2.exceptions

os.chdir(sys.argv[1])
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("good.pem", "good-key.pem")
context.set_alpn_protocols(["h2"])
connections = 0


class Connection:
    def __init__(self, raw, number):
        self.socket = context.wrap_socket(raw, server_side=True)
        self.number = number
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        self.waiting = {}
        self.received = {}
        self.unsent = {}

    def run(self):
        self.h2.initiate_connection()
        self.flush()
        while data := self.socket.recv(65536):
            for event in self.h2.receive_data(data):
                self.handle(event)
            self.flush()

    def flush(self):
        self.socket.sendall(self.h2.data_to_send())

    def handle(self, event):
        if isinstance(event, h2.events.RequestReceived):
            fields = dict(event.headers)
            path = fields.get(b":path", fields.get(":path"))
            self.received[event.stream_id] = [path if isinstance(path, str) else path.decode(), 0]
        elif isinstance(event, h2.events.DataReceived):
            self.received[event.stream_id][1] += len(event.data)
            self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            self.ended(event.stream_id)
        elif isinstance(event, h2.events.StreamReset):
            self.unsent.pop(event.stream_id, None)
            for streams in self.waiting.values():
                if event.stream_id in streams:
                    streams.remove(event.stream_id)
        elif isinstance(event, h2.events.WindowUpdated):
            for stream in list(self.unsent):
                self.send(stream)

    def ended(self, stream):
        path, _ = self.received[stream]
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(path).query)
        if "reset" in query:
            return self.h2.reset_stream(stream, error_code=2)
        if "goaway" in query:
            return self.h2.close_connection(error_code=1)
        self.waiting.setdefault(path, []).append(stream)
        if len(self.waiting[path]) < int(query.get("wait", ["1"])[0]):
            return
        for stream in self.waiting.pop(path):
            self.answer(stream, int(query.get("size", ["0"])[0]))

    def answer(self, stream, size):
        path, received = self.received.pop(stream)
        body = b"x" * size or json.dumps(
            {"path": path, "received": received, "connection": self.number}).encode()
        self.h2.send_headers(stream, [
            (":status", "200"), ("content-type", "application/json"),
            ("content-length", str(len(body)))])
        self.unsent[stream] = body
        self.send(stream)

    def send(self, stream):
        body = self.unsent.get(stream)
        if body is None:
            return
        while body:
            window = min(self.h2.local_flow_control_window(stream), self.h2.max_outbound_frame_size)
            if window <= 0:
                break
            self.h2.send_data(stream, body[:window])
            body = body[window:]
        if body:
            self.unsent[stream] = body
        else:
            self.h2.end_stream(stream)
            del self.unsent[stream]


def serve(raw, number):
    try:
        raw.settimeout(600)
        Connection(raw, number).run()
    except (OSError, h2.exceptions.ProtocolError):
        pass
    raw.close()


def accept(listener):
    global connections
    while True:
        raw, _ = listener.accept()
        connections += 1
        threading.Thread(target=serve, args=(raw, connections), daemon=True).start()


listener = socket.create_server(("127.0.0.1", 0), backlog=64)
threading.Thread(target=accept, args=(listener,), daemon=True).start()
print(json.dumps({"http2": listener.getsockname()[1]}), flush=True)
sys.stdin.read()
