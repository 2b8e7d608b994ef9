import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { dateOf } from "~/domain/calendar-date";
import type { TestContext } from "./context";
import { type Person, putCask, signIn } from "./people";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** At noon of the next day, so that there is a day before and something of today: a cask has a holder to come. */
export async function openProved(context: TestContext): Promise<{ holder: Person; caskId: string }> {
  context.clock.nowMs = Date.parse(`${dateOf(context.nowMs())}T00:00:00Z`) + DAY_MS + 12 * HOUR_MS;
  return { holder: await signIn(context), caskId: await putCask(context, { totalStakes: 50 }) };
}

type Paper = {
  kind: string;
  visibility?: "public" | "holders";
  issuedOn?: string;
  expiresOn?: string | null;
  supersedes?: string | null;
};

/** A document and its file. */
export async function addPaper(
  context: TestContext,
  caskId: string,
  { kind, visibility = "public", issuedOn = "2026-01-01", expiresOn = null, supersedes = null }: Paper,
): Promise<{ id: string; sha256: string }> {
  const [id, bytes] = [context.newId("evd"), new TextEncoder().encode(`%PDF-1.7 ${kind} of ${caskId}`)];
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  await env.PROOF.put(`evidence/${id}`, bytes);
  await context.db
    .run(sql`INSERT INTO evidence (id, cask_id, kind, issuer, issued_on, expires_on, visibility, file_key, media_type, size_bytes, sha256, supersedes_id, created_at_ms)
    VALUES (${id}, ${caskId}, ${kind}, 'Leith Bonding Ltd', ${issuedOn}, ${expiresOn}, ${visibility}, ${`evidence/${id}`}, 'application/pdf', ${bytes.length},
      ${sha256}, ${supersedes}, ${context.nowMs()})`);
  return { id, sha256 };
}

/** A withdrawal of the balance. @param hours until it was paid; null: it still waits */
export async function payWithdrawal(
  { db, newId }: TestContext,
  person: Person,
  { fromMs, hours, stakeId = null }: { fromMs: number; hours: number | null; stakeId?: string | null },
): Promise<void> {
  const id = newId("wdr");
  await db.run(sql`INSERT INTO withdrawals (id, user_id, stake_id, cycle_number, interest_basis_points, reckoned_to_cents, amount_cents, mode, holder_name, bank_name, ifsc_code, account_number_sealed, account_last4, key_id,
      payable_from_ms, created_at_ms, updated_at_ms)
    SELECT ${id}, ${person.userId}, ${stakeId}, iif(of_stake, 1, NULL), iif(of_stake, 200, NULL), iif(of_stake, 51000, NULL), 1000, 'Bank', 'h', 'b', 'i', 's', '1234', 'k', ${fromMs}, ${fromMs}, ${fromMs}
    FROM (SELECT ${stakeId} IS NOT NULL AS of_stake)`);
  if (hours !== null)
    await db.run(sql`UPDATE withdrawals
      SET state = 'paid', bank_reference = 'ref', updated_at_ms = ${fromMs + hours * 3_600_000} WHERE id = ${id}`);
}

export async function askAndAnswer(
  { db, newId }: TestContext,
  { atMs, hours }: { atMs: number; hours: number },
): Promise<void> {
  const id = newId("sup");
  await db.run(sql`INSERT INTO support_requests (id, number, name, email, kind, message, content_mark, created_at_ms)
    VALUES (${id}, ${id}, 'n', 'n@example.com', 'other', 'm', ${id}, ${atMs})`);
  await db.run(sql`UPDATE support_requests SET answered_at_ms = ${atMs + hours * 3_600_000} WHERE id = ${id}`);
}
