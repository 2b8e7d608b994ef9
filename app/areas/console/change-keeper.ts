import { keeperConsoleTexts } from "~/content/keeper-texts";
import { proposalErrors } from "~/content/proposal-texts";
import { handInByOperator, type HandInOutcome } from "~/areas/casks/keepers/hand-in-statement";
import { keeperUrl } from "~/areas/casks/keepers/keeper-link";
import { readKeeper } from "~/areas/casks/keepers/read-keeper";
import { keeperSubject, KEY_FIELDS, saveContact, saveKey } from "~/areas/casks/keepers/register-key";
import { asTyped } from "~/areas/casks/typed-values";
import type { Database } from "~/db/client";
import { nothing, row, together } from "~/db/work";
import { sql } from "drizzle-orm";
import type { Deps } from "~/core/deps";
import { operatorsAtWork, proposalsAbout } from "~/core/proposals/list-proposals";
import type { OperatorSession, StaffAccess } from "~/core/session/guarded";

type KeeperDeps = Pick<Deps, "db" | "nowMs" | "newId">;

/** What a keeper's page shows: the keeper, if there is one yet, and what is proposed about its key. */
export function readKeeperPage(db: Database, { nowMs }: StaffAccess, keeperId: string) {
  return together({
    keeper: readKeeper(db, keeperId),
    proposals: proposalsAbout(db, nowMs, keeperSubject(keeperId)),
    staff: row(db.all<{ operators: number }>(sql`SELECT ${operatorsAtWork()} AS operators`)),
  });
}

/** For operators, who hand it on; readers change nothing, and hand nothing in. */
export const linkOf = (deps: Pick<Deps, "signLink" | "origin">, keeper: { id: string; email: string | null }) =>
  keeperUrl(deps, keeper);

export type KeeperChange =
  | { ok: true; keeperId: string }
  | {
      ok: false;
      status: 400 | 409;
      message: string | null;
      errors: Record<string, string>;
      typed: Record<string, string>;
    };

/** What the form's `intent` says, statements apart. At most one round trip; the same form twice has the outcome of the first. */
export async function changeKeeper(
  { db, newId }: KeeperDeps,
  session: OperatorSession,
  { keeperId, fields }: { keeperId: string; fields: Record<string, unknown> },
): Promise<KeeperChange> {
  const { intent } = fields;
  const typed = asTyped(fields, [...KEY_FIELDS, "email"]);
  if (intent === "contact") {
    const { result } = await session.write((operator) =>
      saveContact(db, operator, { keeperId, typed: fields.email, changeId: newId("chg") }),
    );
    if (result.ok) return { ok: true, keeperId };
    return { ok: false, status: 400, message: null, errors: result.errors, typed };
  }
  if (intent !== "propose" && intent !== "confirm" && intent !== "withdraw") {
    await session.read(() => nothing);
    return { ok: false, status: 400, message: keeperConsoleTexts.errors.unknown, errors: {}, typed };
  }
  const { result } = await session.write((operator) => saveKey(db, operator, newId("chg"), fields));
  if (result.ok) return { ...result, keeperId: typed.keeper ?? keeperId };
  if (result.code !== "invalid")
    return { ok: false, status: 409, message: proposalErrors[result.code], errors: {}, typed };
  const errors = Object.fromEntries(Object.entries(result.errors).map(([name, text]) => [name, text]));
  return { ok: false, status: 400, message: null, errors, typed };
}

/** A statement that a keeper sent in another way. At most two round trips. */
export const handIn = (
  deps: Pick<Deps, "db" | "nowMs">,
  session: OperatorSession,
  asked: { keeperId: string; text: string; take: boolean },
): Promise<Exclude<HandInOutcome, { code: "no-such-link" | "too-often" }>> => handInByOperator(deps, session, asked);
