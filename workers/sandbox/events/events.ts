// What the sandbox itself did: scheduled work that had something to do, moves of the clock. Webhooks and messages have records of
// their own.
import type { Deps } from "../deps";
import { randomToken } from "../random";

declare module "../store/store" {
  interface Documents {
    event: SandboxEvent;
  }
}

export type SandboxEvent = { at: string; text: string };

const KEEP_MS = 7 * 86_400_000;

export function noteEvent(deps: Pick<Deps, "store" | "nowMs" | "randomBytes">, text: string): void {
  const nowMs = deps.nowMs();
  const event = { at: new Date(nowMs).toISOString(), text };
  deps.store.put("event", `evn_${randomToken(deps.randomBytes, 20)}`, event, { dueMs: nowMs + KEEP_MS });
}

/** The timer comes every minute: only runs that had something to do are worth a line. */
export function noteTick(deps: Parameters<typeof noteEvent>[0], summary: unknown): void {
  const { ended = 0, relayed = 0, failed = 0 } = (summary ?? {}) as Partial<Record<string, number>>;
  if (ended + relayed + failed === 0) return;
  noteEvent(deps, `Scheduled work: ${relayed} done or tried, ${failed} of them failed, ${ended} payments expired`);
}
