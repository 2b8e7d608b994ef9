import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { loginAsks, sessions, users } from "~/db/schema/people";
import { REFERRAL_REWARD_CENTS } from "~/domain/rewards";
import { row, runWork, writeThenRead } from "~/db/work";
import type { Deps } from "~/core/deps";
import { byUserIn, recordAudit } from "~/core/ledger/audit";
import { countIn, giveBackLimits, type Tally } from "~/core/limits";
import { mayRefer, newReferralCode, spellings } from "~/areas/accounts/referrals/find-referral-code";
import type { LoginAddress } from "./read-address";

// All ids are chosen beforehand and every statement checks what exists, so a replay adds nothing.

export type NewSession = { idHash: string; expiresAtMs: number };

export type SignInInput = {
  address: LoginAddress;
  ref: string | null;
  flowIdHash: string | null;
  askKey: string | null;
  session: NewSession;
  previousIdHash: string | null;
  freedLimits: readonly { key: string }[];
  proven: readonly Tally[];
};

export type SignedIn =
  { ok: true; userId: string; isNew: boolean; role: string } | { ok: false; reason: "suspended" | "ended" };

export async function signIn(deps: Deps, input: SignInInput): Promise<SignedIn> {
  const newUserId = deps.newId("usr");
  const found = await attempt(deps, input, newUserId);
  // Only a referral code that is already taken can stop a new user from being created; a second one will do.
  const user = found ?? (await attempt(deps, input, newUserId));
  if (!user) throw new Error("a proven address has no user");
  if (!user.sessionId) return { ok: false, reason: "suspended" };
  if (user.revokedAtMs !== null || user.epoch !== user.sessionEpoch) return { ok: false, reason: "ended" };
  return { ok: true, userId: user.id, isNew: user.id === newUserId, role: user.role };
}

async function attempt(deps: Deps, input: SignInInput, newUserId: string) {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const isUser = ownerOf(input.address);
  const statements = [
    addUser(db, input.address, newUserId, nowMs),
    ...(input.ref ? [addReferral(db, input.ref, newUserId, nowMs)] : []),
    ...(input.previousIdHash ? [revoke(db, input.previousIdHash, nowMs)] : []),
    addSession(db, isUser, input.session, nowMs),
    ...(input.flowIdHash ? [endFlow(db, input.flowIdHash, input.session, nowMs)] : []),
    ...(input.askKey ? [db.delete(loginAsks).where(eq(loginAsks.key, input.askKey))] : []),
    recordLogin(db, isUser, input, newUserId, nowMs),
    ...(input.freedLimits.length > 0 ? [giveBackLimits(db, input.freedLimits, nowMs)] : []),
    ...(input.proven.length > 0 ? [countIn(db, input.proven, nowMs)] : []),
  ];
  const signedIn = db
    .select({
      id: users.id,
      role: users.role,
      epoch: users.sessionEpoch,
      sessionId: sessions.idHash,
      sessionEpoch: sessions.epoch,
      revokedAtMs: sessions.revokedAtMs,
    })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.idHash, input.session.idHash), eq(sessions.userId, users.id)))
    .where(isUser);
  return runWork(db, writeThenRead(statements, row(signedIn)));
}

function ownerOf({ channel, value }: LoginAddress): SQL {
  return eq(channel === "email" ? users.email : users.phone, value);
}

function addUser(db: Database, { channel, value }: LoginAddress, id: string, nowMs: number) {
  const address = { [channel === "email" ? "email" : "phone"]: value };
  return db
    .insert(users)
    .values({ id, ...address, referralCode: newReferralCode(), createdAtMs: nowMs })
    .onConflictDoNothing();
}

const addReferral = (db: Database, ref: string, newUserId: string, nowMs: number) =>
  db.run(sql`INSERT INTO referrals (referred_id, referrer_id, reward_cents, created_at_ms)
    SELECT ${newUserId}, users.id, ${REFERRAL_REWARD_CENTS}, ${nowMs} FROM users
    WHERE ${inArray(users.referralCode, spellings(ref))} AND ${mayRefer} AND users.id <> ${newUserId}
      AND EXISTS (SELECT 1 FROM users AS joined WHERE joined.id = ${newUserId}) ON CONFLICT DO NOTHING`);

const revoke = (db: Database, idHash: string, nowMs: number) =>
  db.run(sql`UPDATE sessions SET revoked_at_ms = ${nowMs} WHERE id_hash = ${idHash} AND revoked_at_ms IS NULL`);

const addSession = (db: Database, isUser: SQL, { idHash, expiresAtMs }: NewSession, nowMs: number) =>
  db.run(sql`INSERT INTO sessions (id_hash, user_id, epoch, created_at_ms, expires_at_ms, proved_at_ms)
    SELECT ${idHash}, users.id, users.session_epoch, ${nowMs}, ${expiresAtMs}, ${nowMs} FROM users
    WHERE ${isUser} AND users.suspended_at_ms IS NULL ON CONFLICT DO NOTHING`);

/** A suspended user's flow stays until it expires, so that the page can say why there is no session. */
const endFlow = (db: Database, flowIdHash: string, { idHash }: NewSession, nowMs: number) =>
  db.run(sql`UPDATE login_flows SET ended_at_ms = ${nowMs} WHERE id_hash = ${flowIdHash} AND ended_at_ms IS NULL
    AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id_hash = ${idHash})`);

function recordLogin(db: Database, isUser: SQL, input: SignInInput, newUserId: string, nowMs: number) {
  return recordAudit(
    db,
    {
      id: `login:${input.session.idHash.slice(0, 32)}`,
      actor: byUserIn(users.id),
      action: sql`CASE WHEN ${users.suspendedAtMs} IS NOT NULL THEN 'login-refused' WHEN ${users.id} = ${newUserId}
        THEN 'signed-up' ELSE 'signed-in' END`,
      subject: byUserIn(users.id),
      detail: input.address.channel,
      nowMs,
    },
    { from: users, where: isUser },
  );
}
