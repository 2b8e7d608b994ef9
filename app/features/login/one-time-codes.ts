import { and, eq, gt, lt, ne, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { loginCodes } from "~/db/schema/people";
import { row, runWork, together } from "~/db/work";
import type { LoginFailure } from "./login-failure";

// What D1 knows about a code, never the code itself. A conditional UPDATE takes a try before anything is compared, so parallel
// requests never get more than five. An address has one live code, and a code is used once.

export const CODE_LIFE_MS = 10 * 60_000;
export const TRIES_PER_CODE = 5;

export type NewCode = {
  id: string;
  addressHash: string;
  channel: "email" | "sms";
  vendorRequestId: string | null;
};

/** Two statements for the batch that stores the flow; from then on this is the address's only live code. */
export function keepCode(db: Database, code: NewCode, nowMs: number) {
  return [
    db
      .update(loginCodes)
      .set({ active: 0 })
      .where(and(eq(loginCodes.addressHash, code.addressHash), eq(loginCodes.active, 1), ne(loginCodes.id, code.id))),
    db
      .insert(loginCodes)
      .values({ ...code, expiresAtMs: nowMs + CODE_LIFE_MS, createdAtMs: nowMs })
      .onConflictDoNothing(),
  ];
}

export type Try =
  { ok: true; vendorRequestId: string | null; triesLeft: number } | { ok: false; failure: LoginFailure };

/** Takes one try, or says why there is none. One round trip. */
export async function takeTry(db: Database, id: string, nowMs: number): Promise<Try> {
  const take = db
    .update(loginCodes)
    .set({ attempts: sql`${loginCodes.attempts} + 1` })
    .where(
      and(
        eq(loginCodes.id, id),
        eq(loginCodes.active, 1),
        lt(loginCodes.attempts, TRIES_PER_CODE),
        gt(loginCodes.expiresAtMs, nowMs),
      ),
    )
    .returning({ attempts: loginCodes.attempts, vendorRequestId: loginCodes.vendorRequestId });
  const find = db
    .select({ attempts: loginCodes.attempts, active: loginCodes.active, expiresAtMs: loginCodes.expiresAtMs })
    .from(loginCodes)
    .where(eq(loginCodes.id, id));
  const { taken, code } = await runWork(db, together({ taken: row(take), code: row(find) }));
  if (taken) return { ok: true, vendorRequestId: taken.vendorRequestId, triesLeft: TRIES_PER_CODE - taken.attempts };
  if (!code || code.active === 0) return { ok: false, failure: { code: "ended-code" } };
  return { ok: false, failure: { code: code.expiresAtMs <= nowMs ? "expired-code" : "too-many-tries" } };
}

/** Gives a try back when the SMS vendor did not answer: nobody learnt anything from it. */
export async function giveTryBack(db: Database, id: string): Promise<void> {
  await db
    .update(loginCodes)
    .set({ attempts: sql`${loginCodes.attempts} - 1` })
    .where(and(eq(loginCodes.id, id), gt(loginCodes.attempts, 0)));
}

/** @returns true for exactly one request */
export async function useUpCode(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .update(loginCodes)
    .set({ active: 0 })
    .where(and(eq(loginCodes.id, id), eq(loginCodes.active, 1)))
    .returning({ id: loginCodes.id });
  return rows.length === 1;
}
