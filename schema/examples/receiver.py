# Recebe eventos: confere a assinatura (Standard Webhooks), responde logo e trata cada evento uma vez.
import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["PRUMO_WEBHOOK_SECRET"].removeprefix("whsec_"))
seen = set()


def is_genuine(headers, body):
    event_id, sent = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "0")
    if not sent.isdigit() or abs(time.time() - int(sent)) > 300:
        return False
    digest = hmac.new(KEY, f"{event_id}.{sent}.".encode() + body, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(digest).decode()
    given = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(wanted, one) for one in given)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        self.send_response(204 if genuine else 401)
        self.end_headers()
        event_id = self.headers.get("webhook-id")
        if not genuine or event_id in seen:
            return
        seen.add(event_id)
        event = json.loads(body)
        data = event["data"]
        print(event["type"], data.get("number") or data.get("name") or data["id"], data["url"], flush=True)


ThreadingHTTPServer(("", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
