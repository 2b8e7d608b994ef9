import { sql } from "drizzle-orm";
import { reservationOf } from "~/domain/auction/amounts";
import type { Side } from "~/domain/auction/clear";
import { receiptOf } from "~/domain/auction/published-round";
import { sha256 } from "~/server/sha256";
import type { TestContext } from "./context";
import { creditWallet } from "./holdings";
import type { Person } from "./people";

// Rounds and orders of the resale market, written by allowed statements alone.

export const FEE = 150;
const DAY_MS = 86_400_000;

/** An open round that closes in that many days. */
export async function putRound(
  { db, nowMs }: TestContext,
  caskId: string,
  { month = "2026-12", closesInDays = 5 } = {},
): Promise<string> {
  const id = `${caskId}/${month}`;
  const closesAtMs = nowMs() + closesInDays * DAY_MS;
  await db.run(sql`INSERT INTO resale_rounds (id, cask_id, month, opens_at_ms, closes_at_ms, fee_basis_points)
    VALUES (${id}, ${caskId}, ${month}, ${closesAtMs - 7 * DAY_MS}, ${closesAtMs}, ${FEE})`);
  return id;
}

type PutOrder = {
  side: Side;
  limit: number;
  quantity?: number;
  stakeIds?: string[];
  carriesOver?: boolean;
  follows?: number;
  /** The money is in the wallet already. */
  funded?: boolean;
};

/** An order with its receipt; a buyer's money is credited first and then set aside, a seller's stakes are held. */
export async function putOrder(
  context: TestContext,
  roundId: string,
  { userId }: Pick<Person, "userId">,
  { side, limit, stakeIds = [], quantity = stakeIds.length, carriesOver = false, follows, funded = false }: PutOrder,
): Promise<number> {
  const { db, nowMs } = context;
  const [cask = "", round = ""] = roundId.split("/");
  const salt = crypto.randomUUID().replaceAll("-", "");
  const receipt = receiptOf({ cask, round }, { side, limit, quantity, salt }, sha256);
  const reserved = side === "buy" ? reservationOf({ limit, quantity }, FEE) : 0;
  if (reserved > 0 && !funded) await creditWallet(context, { userId }, reserved);
  const [order] = await db.all<{ number: number }>(sql`INSERT INTO resale_orders
      (round_id, cask_id, user_id, side, limit_cents, quantity, salt, receipt, reserved_cents, carries_over, follows, created_at_ms)
    VALUES (${roundId}, ${cask}, ${userId}, ${side}, ${limit}, ${quantity}, ${salt}, ${receipt}, ${reserved}, ${carriesOver ? 1 : 0},
      ${follows ?? null}, ${nowMs()}) RETURNING number`);
  const number = order?.number ?? 0;
  if (reserved > 0)
    await db.run(sql`INSERT INTO transfers (id, debit_account_id, credit_account_id, amount, currency, reason, refers_to, created_at_ms)
      VALUES (${`order:${number}:reserved`}, ${`user:${userId}:wallet`}, 'house:resale', ${reserved}, 'USD', 'resale-reserved', ${`order:${number}`}, ${nowMs()})`);
  for (const [index, stakeId] of stakeIds.entries())
    await db.run(
      sql`INSERT INTO resale_offered_stakes (order_number, position, stake_id) VALUES (${number}, ${index + 1}, ${stakeId})`,
    );
  return number;
}
