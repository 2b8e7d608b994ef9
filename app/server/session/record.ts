import * as z from "zod";

// The session's record in KV, which expires when idle. D1 decides what must be exact at once: revoked, epoch, absolute end.

export const SESSION_IDLE_MS = 14 * 86_400_000;
/** A new record may not be in KV everywhere yet; for this long after login the D1 row alone is enough. */
export const SESSION_SPREAD_MS = 10 * 60_000;
const TOUCH_EVERY_MS = 86_400_000;

const recordSchema = z.object({ userId: z.string(), createdAtMs: z.number(), lastSeenMs: z.number() });

export type SessionRecord = z.infer<typeof recordSchema>;

const kvKey = (idHash: string) => `session:${idHash}`;

/** @throws a 503 Response if KV does not answer: that neither lets anyone in nor signs anyone out */
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

/** Postpones the idle end, at most once a day (KV takes one write per second and key). If that fails, the next request does. */
export function touchSessionRecord(
  kv: KVNamespace,
  idHash: string,
  record: SessionRecord,
  nowMs: number,
): Promise<void> | null {
  if (nowMs - record.lastSeenMs < TOUCH_EVERY_MS) return null;
  return writeSessionRecord(kv, idHash, { ...record, lastSeenMs: nowMs }).catch(() => undefined);
}

/** Only housekeeping: D1 has ended the session by now, and KV may be slow, down, or just written to. */
export async function deleteSessionRecord(kv: KVNamespace, idHash: string): Promise<void> {
  await kv.delete(kvKey(idHash)).catch(() => undefined);
}
