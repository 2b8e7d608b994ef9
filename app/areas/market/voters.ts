import { type SQL, sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";

// Once the account has another address, the old one votes no more.

type Linked = { bidId: string; userId: string; email: string };

const SHAPE = /^([\w-]{1,60})\.([0-9a-f]{32})$/;

const signatureOf = async ({ signLink }: Deps, { bidId, userId, email }: Linked) =>
  (await signLink(`bid:${bidId}:${userId}:${email}`)).slice(0, 32);

export async function bidUrl(deps: Deps, linked: Linked): Promise<string> {
  return `${deps.origin}/bids/${linked.bidId}/${linked.userId}.${await signatureOf(deps, linked)}`;
}

export function userInToken(token: string): string | null {
  return SHAPE.exec(token)?.[1] ?? null;
}

export async function isOurToken(deps: Deps, token: string, linked: Linked): Promise<boolean> {
  const signature = SHAPE.exec(token)?.[2] ?? "";
  const expected = await signatureOf(deps, linked);
  // Signed once more, so that the time a comparison takes says nothing about the signature.
  return (await deps.signLink(`compare:${signature}`)) === (await deps.signLink(`compare:${expected}`));
}

export const isStaff = (userId: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM users AS staff WHERE staff.id = ${userId} AND staff.role <> 'investor')`;

export const wasSuspended = (userId: SQL, atMs: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM suspensions WHERE suspensions.user_id = ${userId} AND suspensions.suspended_at_ms < ${atMs}
    AND coalesce(suspensions.restored_at_ms, ${atMs}) >= ${atMs})`;

export const lastVoteId = (bidId: SQL, userId: SQL): SQL<number | null> =>
  sql`(SELECT max(choices.id) FROM bid_votes AS choices WHERE choices.bid_id = ${bidId} AND choices.user_id = ${userId})`;
