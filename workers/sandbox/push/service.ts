// Stands in for a push service (RFC 8030): takes a message for a browser, checks its sender and its form, and opens it.
import type { Deps } from "../deps";
import { json } from "../http";
import { PUSH_HOST } from "./browsers";
import { openMessage } from "./open-message";
import { findSenderFlaw } from "./sender";

export { PUSH_HOST };

const MOST_BYTES = 4096;
const KEPT_MESSAGES = 50;
const URGENCIES = ["very-low", "low", "normal", "high"];

const refuse = (status: number, reason: string) => json({ reason }, status);

export async function handlePushService(request: Request, deps: Deps): Promise<Response> {
  const id = new URL(request.url).pathname.slice(1);
  const known = deps.store.get("push.browser", id);
  if (!known) return refuse(404, "no such browser");
  if (known.gone) return refuse(410, "this browser has unsubscribed");
  if (request.method !== "POST") return refuse(405, "only POST");
  const flaw = await findSenderFlaw(request.headers.get("authorization")).catch(() => "no token");
  if (flaw !== null) return refuse(403, flaw);
  const head = readHead(request.headers);
  if (typeof head === "string") return refuse(400, head);
  const body = new Uint8Array(await request.arrayBuffer());
  if (body.length > MOST_BYTES) return refuse(413, "more than 4096 bytes");
  const text = await openMessage(known, body).catch(() => null);
  if (text === null) return refuse(400, "cannot be decrypted");
  const message = { text, ...head, received_at: new Date(deps.nowMs()).toISOString() };
  const now = deps.store.get("push.browser", id) ?? known;
  deps.store.put("push.browser", id, { ...now, received: [message, ...now.received].slice(0, KEPT_MESSAGES) });
  return new Response(null, { status: 201, headers: { location: `https://${PUSH_HOST}/m/${id}` } });
}

function readHead(headers: Headers): { ttl: number; urgency: string; topic: string | null } | string {
  const ttl = headers.get("ttl") ?? "";
  const urgency = headers.get("urgency") ?? "normal";
  const topic = headers.get("topic");
  if (headers.get("content-encoding") !== "aes128gcm") return "content-encoding must be aes128gcm";
  if (!/^\d{1,8}$/.test(ttl)) return "TTL must be a number of seconds";
  if (!URGENCIES.includes(urgency)) return "unknown urgency";
  if (topic !== null && !/^[\w-]{1,32}$/.test(topic)) return "topic must be up to 32 characters of base64url";
  return { ttl: Number(ttl), urgency, topic };
}
