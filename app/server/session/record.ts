import * as z from "zod";

// The session's record in KV: it ends with idleness. D1 decides what must be true at once: revoked, epoch, absolute end.

export const SESSION_IDLE_MS = 14 * 86_400_000;
/** KV may not have a new record everywhere yet: for so long after login the D1 row alone is enough. */
export const SESSION_SPREAD_MS = 10 * 60_000;
const TOUCH_EVERY_MS = 86_400_000;

const recordSchema = z.object({ userId: z.string(), createdAtMs: z.number(), lastSeenMs: z.number() });

export type SessionRecord = z.infer<typeof recordSchema>;

const kvKey = (idHash: string) => `session:${idHash}`;

/** @throws a 503 when KV does not answer: nobody is let in for that, and nobody signed out */
export async function readSessionRecord(kv: KVNamespace, idHash: string, nowMs: number): Promise<SessionRecord | null> {
  const kept = await kv.get(kvKey(idHash), "json").catch(() => {
    throw new Response(null, { status: 503, headers: { "Retry-After": "30" } });
  });
  const parsed = recordSchema.safeParse(kept);
  return parsed.success && nowMs - parsed.data.lastSeenMs < SESSION_IDLE_MS ? parsed.data : null;
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
