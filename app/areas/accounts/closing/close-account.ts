import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { accountClosings } from "~/db/schema/account-states";
import type { Database } from "~/db/client";
import { row, together, writes } from "~/db/work";
import type { Deps } from "~/core/deps";
import { endOffers } from "~/core/resale/end-offers";
import { type Actor, byUser, recordAudit } from "~/core/ledger/audit";
import type { Session } from "~/core/session/session";
import { newStopToken } from "~/core/stop-token";
import { askedTooOften, closesFrom, tellOfClosing } from "./closing-wait";
import { eraseAccount } from "./erase-account";
import { stopStatements } from "./stop-closing";
import { readWhatIsLeft, type WhatIsLeft } from "./what-is-left";

export type ClosingChoices = { stakes: "hold" | "give-up"; balance: "pay-out" | "give-up" };

export type AccountClosed =
  { outcome: "closed" | "code-needed" | "operator" | "too-many" } | { outcome: "waiting"; left: WhatIsLeft };

/**
 * Asking again changes nothing; other choices start a new closing with its own wait, so that nobody can give up today what was to be kept.
 */
export async function closeAccount(deps: Deps, session: Session, choices: ClosingChoices): Promise<AccountClosed> {
  const { db } = deps;
  const [closingId, auditId, stoppedId] = [deps.newId("cls"), deps.newId("aud"), deps.newId("aud")];
  const stopToken = newStopToken(deps);
  const [stakes = 0, balance = 0] = [choices.stakes, choices.balance].map((one) => (one === "give-up" ? 1 : 0));
  const { viewer, result } = await session.write(({ userId, nowMs, fresh }) => {
    const may = sql`${fresh} AND EXISTS (SELECT 1 FROM users AS closers WHERE closers.id = ${userId} AND closers.role = 'investor')
      AND NOT ${askedTooOften(userId, nowMs)}`;
    const other = sql`user_id = ${userId} AND (give_up_stakes <> ${stakes} OR give_up_balance <> ${balance}) AND ${may}`;
    const replaced = stopStatements(db, { auditId: stoppedId, actor: byUser(userId), nowMs, waiting: other });
    const asked = { closingId, auditId, userId, actor: byUser(userId), may, stakes, balance, stopToken, nowMs };
    return together({
      asked: writes(...replaced, ...askClosing(db, asked)),
      // These depend on the closing, not on the session, which they end.
      erased: writes(...eraseAccount(db, { userId, actor: byUser(userId), nowMs })),
      closing: row(
        db
          .select()
          .from(accountClosings)
          .where(and(eq(accountClosings.userId, userId), sql`cancelled_at_ms IS NULL`)),
      ),
      left: readWhatIsLeft(db, userId, nowMs),
    });
  });
  if (viewer.role !== "investor") return { outcome: "operator" };
  if (!viewer.fresh) return { outcome: "code-needed" };
  if (!result.closing) return { outcome: "too-many" };
  if (!result.closing.closedAtMs) return { outcome: "waiting", left: result.left };
  deps.log("account-closed", { userId: viewer.id });
  return { outcome: "closed" };
}

type AskClosing = {
  closingId: string;
  auditId: string;
  userId: string;
  actor: Actor;
  may: SQL;
  stakes: number;
  balance: number;
  stopToken: string;
  nowMs: number;
};

export function askClosing(
  db: Database,
  { closingId, auditId, userId, actor, may, stakes, balance, stopToken, nowMs }: AskClosing,
) {
  const isAsked = sql`EXISTS (SELECT 1 FROM account_closings AS asked WHERE asked.id = ${closingId})`;
  return [
    db.run(sql`INSERT INTO account_closings (id, user_id, give_up_stakes, give_up_balance, asked_at_ms, closes_from_ms, stop_token)
      SELECT ${closingId}, ${userId}, ${stakes}, ${balance}, ${nowMs}, ${closesFrom(userId, nowMs)}, ${stopToken} WHERE ${may}
      ON CONFLICT (user_id) WHERE cancelled_at_ms IS NULL DO NOTHING`),
    tellOfClosing(db, { closingId, userId, nowMs }),
    endOffers(db, { which: sql`offers.user_id = ${userId} AND ${isAsked}`, reason: "closing", nowMs }),
    recordAudit(
      db,
      { id: auditId, actor, action: "closing-asked", subject: `user:${userId}`, nowMs },
      { where: isAsked },
    ),
  ];
}

export async function keepAccount({ db, newId }: Deps, session: Session): Promise<void> {
  const auditId = newId("aud");
  await session.write(({ userId, nowMs, live }) =>
    writes(
      ...stopStatements(db, {
        auditId,
        actor: byUser(userId),
        nowMs,
        waiting: sql`user_id = ${userId} AND ${live}`,
      }),
    ),
  );
}

/** The second of two taps comes with an ended session. */
export async function wasJustClosed({ db, nowMs }: Deps, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: accountClosings.id })
    .from(accountClosings)
    .where(and(eq(accountClosings.userId, userId), gt(accountClosings.closedAtMs, nowMs() - 60_000)));
  return found.length > 0;
}

export async function readClosing({ db }: Deps, session: Session) {
  const { viewer, result } = await session.read(({ userId, nowMs }) => readWhatIsLeft(db, userId, nowMs));
  return { fresh: viewer.fresh, isOperator: viewer.role !== "investor", left: result };
}
