# SPDX-License-Identifier: GPL-3.0-or-later
"""A symbol server on the loopback interface, for tests: as good or as bad as its answer() is."""

import http.server
import json
import ssl
import threading


class Server:
    """Serves ANSWER (path, request) while it is entered: a JSON value, bytes, a status with headers, or a function that
    gets the handler and writes everything itself; over https with a CERTIFICATE and its key. REQUESTS are the (path, request) so far; one of GET has none."""

    def __init__(self, answer, certificate=None):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'

            def do_POST(handler):   # pylint: disable=no-self-argument
                self.serve(handler, json.loads(handler.rfile.read(int(handler.headers['Content-Length']))))

            def do_GET(handler):    # pylint: disable=no-self-argument
                self.serve(handler, None)

            def log_message(handler, *_):   # pylint: disable=no-self-argument
                pass

        self.answer = answer
        self.requests = []
        self.agents = set()
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None   # a client that went away
        self.url = f'http{"s" if certificate else ""}://127.0.0.1:{self.server.server_port}'
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def serve(self, handler, request):
        self.requests.append((handler.path, request))
        self.agents.add(handler.headers['User-Agent'])
        answer = self.answer(handler.path, request)
        try:
            if callable(answer):
                handler.close_connection = True
                answer(handler)
                return
            status, headers, body = answer if isinstance(answer, tuple) else (200, {}, answer)
            if not isinstance(body, bytes):
                body = json.dumps(body).encode()
            handler.send_response(status)
            for name, value in {'Content-Length': str(len(body)), **headers}.items():
                handler.send_header(name, value)
            handler.end_headers()
            handler.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            pass


def answer_frames(request, frame_of):
    """The reply to a request of the API, in which frame_of (module, offset) has what is known of an address, or is None."""
    results = []
    for job in request['jobs']:
        modules = job['memoryMap']
        results.append({
            'found_modules': {'/'.join(module): True for module in modules},
            'stacks': [[{'frame': i, 'module': modules[module][0], 'module_offset': hex(offset), **(frame_of(modules[module], offset) or {})}
                        for i, (module, offset) in enumerate(stack)] for stack in job['stacks']]})
    return {'results': results}
