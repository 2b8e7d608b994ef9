import type { Cookie } from "@remix-run/cloudflare";
import * as z from "zod";
import type { AppConfig } from "./env";
import { keyedHash } from "./keyed-hash";
import { signedCookie } from "./signed-cookie";

// The cookie (signed) names the session and its user, so the KV record and the page's D1 batch are read at the same time.
// D1 decides what must be true at once: revoked, epoch, absolute end. KV holds the record that ends with idleness.

export const SESSION_ABSOLUTE_MS = 30 * 86_400_000;
export const SESSION_IDLE_MS = 14 * 86_400_000;
/** KV may not have a new record everywhere yet: for so long after login the D1 row alone is enough. */
export const SESSION_SPREAD_MS = 10 * 60_000;
const TOUCH_EVERY_MS = 86_400_000;

const cookieSchema = z.object({ sid: z.string().min(40).max(60), uid: z.string().min(1).max(60) });
const recordSchema = z.object({ userId: z.string(), createdAtMs: z.number(), lastSeenMs: z.number() });

export type SessionRecord = z.infer<typeof recordSchema>;
/** A cookie with a good signature. Nothing more is known until D1 has confirmed it. */
export type PresentedSession = { idHash: string; userId: string };

function sessionCookie(config: Pick<AppConfig, "ENVIRONMENT" | "SESSION_SECRET">): Cookie {
  return signedCookie(config, "session", SESSION_ABSOLUTE_MS / 1000);
}

/** 256 random bits, base64url. */
export function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

export async function readPresentedSession(config: AppConfig, request: Request): Promise<PresentedSession | null> {
  const value: unknown = await sessionCookie(config).parse(request.headers.get("Cookie"));
  const parsed = cookieSchema.safeParse(value);
  if (!parsed.success) return null;
  return { idHash: await keyedHash(config.SESSION_SECRET, parsed.data.sid), userId: parsed.data.uid };
}

const kvKey = (idHash: string) => `session:${idHash}`;

/** @throws a 503 when KV does not answer: nobody is let in for that, and nobody signed out */
export async function readSessionRecord(kv: KVNamespace, idHash: string): Promise<SessionRecord | null> {
  const kept = await kv.get(kvKey(idHash), "json").catch(() => {
    throw new Response(null, { status: 503, headers: { "Retry-After": "30" } });
  });
  const parsed = recordSchema.safeParse(kept);
  return parsed.success ? parsed.data : null;
}

export async function writeSessionRecord(kv: KVNamespace, idHash: string, record: SessionRecord): Promise<void> {
  await kv.put(kvKey(idHash), JSON.stringify(record), { expirationTtl: SESSION_IDLE_MS / 1000 });
}

/** Moves the idle end on, at most once a day (KV takes one write a second for a key). If it fails, the next request does it. */
export function touchSessionRecord(
  kv: KVNamespace,
  idHash: string,
  record: SessionRecord,
  nowMs: number,
): Promise<void> | null {
  if (nowMs - record.lastSeenMs < TOUCH_EVERY_MS) return null;
  return writeSessionRecord(kv, idHash, { ...record, lastSeenMs: nowMs }).catch(() => undefined);
}

/** Only tidies up: D1 has ended the session by now, and KV may be slow, down, or just written to. */
export async function deleteSessionRecord(kv: KVNamespace, idHash: string): Promise<void> {
  await kv.delete(kvKey(idHash)).catch(() => undefined);
}

/** Set-Cookie value for a new session. */
export async function commitSessionCookie(
  config: AppConfig,
  session: { sid: string; userId: string },
): Promise<string> {
  return sessionCookie(config).serialize({ sid: session.sid, uid: session.userId });
}

export async function clearSessionCookie(config: AppConfig): Promise<string> {
  return sessionCookie(config).serialize("", { maxAge: 0 });
}
