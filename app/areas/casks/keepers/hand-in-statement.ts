import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/db/client";
import { keeperStatements } from "~/db/schema/keepers";
import { row, runWork, together, type Work, writeThenRead } from "~/db/work";
import { dateOf } from "~/domain/calendar-date";
import { type Finding, type FindingKind, FINDINGS, tenthsOf } from "~/domain/keepers/examine-statement";
import type { Deps } from "~/core/deps";
import { type Actor, byOperator, recordAudit } from "~/core/ledger/audit";
import { type DeadLetter, keepDeadLetter } from "~/core/ledger/dead-letter";
import { isRoomFor, type Limit, limitWork } from "~/core/limits/take-limits";
import type { OperatorSession } from "~/core/session/guarded";
import { judgeStatement, type Judged, type StatementRefusal } from "./inside/judge-statement";
import { type Keeper, readKeeper, readLinkedKeeper } from "./read-keeper";
import { keeperSubject } from "./register-key";
import { lateLetterId } from "./ask-keepers";

export type { Judged, StatementRefusal } from "./inside/judge-statement";

const HOUR_MS = 3_600_000;
/** Statements come once a month, and a mistaken one is tried again at once. */
const OF_KEEPER = { most: 20, windowMs: HOUR_MS };
const OF_NETWORK = { most: 60, windowMs: HOUR_MS };

type HandIn = {
  /** The signed statement as it was pasted or sent. */
  text: string;
  /** false: it is only looked at. */
  take: boolean;
};

export type HandInOutcome =
  | { ok: true; taken: boolean; keeper: Keeper; judged: Judged }
  | (StatementRefusal & { keeper: Keeper | null })
  | { ok: false; code: "no-such-link" }
  | { ok: false; code: "too-often"; retryAtMs: number };

type LinkDeps = Pick<Deps, "db" | "nowMs" | "signLink" | "log">;

/**
 * By the keeper's link, without an account. The same statement again is answered like the first time. Two round trips, one for a look.
 * @param network stands for the network that the request comes from
 */
export async function handInByLink(
  deps: LinkDeps,
  { token, network, ...asked }: HandIn & { token: string; network: string },
): Promise<HandInOutcome> {
  const { db } = deps;
  const nowMs = deps.nowMs();
  const limits = [{ key: `keeper-network:${network}`, ...OF_NETWORK }];
  const found = await readLinkedKeeper(deps, token, limitWork(db, { limits, nowMs }));
  if (!found) return { ok: false, code: "no-such-link" };
  const { keeper, also: limited } = found;
  if (!limited.ok) return { ok: false, code: "too-often", retryAtMs: limited.retryAtMs };
  const judged = await judgeStatement(asked.text, keeper, dateOf(nowMs));
  if (!judged.ok) return { ...judged, keeper };
  if (!asked.take || judged.isKnown) return { ok: true, taken: judged.isKnown, keeper, judged };
  const own: Limit[] = [{ key: `keeper-statement:${keeper.id}`, ...OF_KEEPER }];
  const taking = takeStatement(db, { keeper, judged, nowMs, operatorId: null, may: isRoomFor(db, own, nowMs) });
  const { taken, limited: ofKeeper } = await runWork(
    db,
    together({ taken: taking, limited: limitWork(db, { limits: own, nowMs }) }),
  );
  if (!ofKeeper.ok) return { ok: false, code: "too-often", retryAtMs: ofKeeper.retryAtMs };
  deps.log("keeper-statement", { outcome: taken ? "taken" : "refused", count: judged.findings.length });
  return afterTaking(taken !== undefined, keeper, judged);
}

/** By an operator, for a keeper who sent it in another way. The signature is the keeper's all the same. Two round trips. */
export async function handInByOperator(
  { db, nowMs: clock }: Pick<Deps, "db" | "nowMs">,
  session: OperatorSession,
  { keeperId, text, take }: HandIn & { keeperId: string },
): Promise<Exclude<HandInOutcome, { code: "no-such-link" | "too-often" }>> {
  const { result: keeper } = await session.read(() => readKeeper(db, keeperId));
  const judged = await judgeStatement(text, keeper, dateOf(clock()));
  if (!judged.ok || !keeper) return { ...(judged as StatementRefusal), keeper };
  if (!take || judged.isKnown) return { ok: true, taken: judged.isKnown, keeper, judged };
  const { result: taken } = await session.write(({ userId, nowMs }) =>
    takeStatement(db, { keeper, judged, nowMs, operatorId: userId, may: sql`true` }),
  );
  return afterTaking(taken !== undefined, keeper, judged);
}

/** Another one, or another key, was first: the database has refused it. */
const afterTaking = (taken: boolean, keeper: Keeper, judged: Judged) =>
  taken
    ? ({ ok: true, taken, keeper, judged } as const)
    : ({ ok: false, code: "not-newer", where: judged.signed.statement.date, keeper } as const);

type Taking = { keeper: Keeper; judged: Judged; nowMs: number; operatorId: string | null; may: SQL };

/** Statement, lines, the casks they confirm (by a trigger), and what somebody has to look at: all of it or nothing. */
function takeStatement(
  db: Database,
  { keeper, judged, nowMs, operatorId, may }: Taking,
): Work<{ id: string } | undefined> {
  const { id, file, publicKey, signed, lines, findings } = judged;
  const { date } = signed.statement;
  const isNew = sql`keeper_statements.id = ${id} AND keeper_statements.received_at_ms = ${nowMs}`;
  const stated = lines.map(({ number, caskId, present, litres, note }) => [
    number,
    caskId,
    present ? 1 : 0,
    tenthsOf(litres),
    note,
  ]);
  const actor: Actor = operatorId === null ? "system" : byOperator(operatorId);
  const statements = [
    db.run(sql`INSERT INTO keeper_statements (id, keeper_id, stated_on, public_key, body, signature, findings, received_at_ms, received_by)
      SELECT ${id}, keeper_id, ${date}, public_key, ${file}, ${signed.signature}, ${JSON.stringify(findings)}, ${nowMs}, ${operatorId}
      FROM keeper_keys WHERE keeper_id = ${keeper.id} AND public_key = ${publicKey} AND retired_at_ms IS NULL
        AND NOT EXISTS (SELECT 1 FROM keeper_statements WHERE keeper_id = ${keeper.id} AND stated_on >= ${date}) AND ${may}`),
    db.run(sql`INSERT INTO keeper_statement_casks (statement_id, number, cask_id, stated_on, present, loa_decilitres, note, received_at_ms)
      SELECT ${id}, value ->> 0, value ->> 1, ${date}, value ->> 2, value ->> 3, value ->> 4, ${nowMs} FROM json_each(${JSON.stringify(stated)})
      WHERE EXISTS (SELECT 1 FROM keeper_statements WHERE ${isNew}) ON CONFLICT DO NOTHING`),
    ...FINDINGS.flatMap((kind) => {
      const own = findings.filter((one) => one.kind === kind);
      if (own.length === 0) return [];
      const letter: DeadLetter = {
        ...{ id: letterId(keeper.id, date, kind), error: sayFindings(kind, own), nowMs },
        ...{ origin: "warehouse", body: { keeper: keeper.id, statement: id } },
      };
      return [keepDeadLetter(db, letter, "stays", { from: keeperStatements, where: isNew })];
    }),
    db.run(sql`UPDATE dead_letters SET resolved_at_ms = ${nowMs} WHERE resolved_at_ms IS NULL AND id = ${lateLetterId(keeper.id, keeper.handedIn[0]?.statedOn)}
      AND EXISTS (SELECT 1 FROM keeper_statements WHERE ${isNew})`),
    recordAudit(
      db,
      {
        ...{ id: `keeper-statement-taken:${id}`, actor, action: "keeper-statement-taken", nowMs },
        ...{ subject: keeperSubject(keeper.id), detail: `statement:${id} ${date}` },
      },
      { from: keeperStatements, where: isNew },
    ),
  ];
  return writeThenRead(statements, row(db.all<{ id: string }>(sql`SELECT id FROM keeper_statements WHERE id = ${id}`)));
}

const letterId = (keeperId: string, date: string, kind: FindingKind) => `warehouse:${keeperId}:${date}:${kind}`;

const SAID = 20;
const litresText = (tenths: number) => (tenths / 10).toFixed(1);

/** A code with the casks' numbers: the numbers are public. */
function sayFindings(kind: FindingKind, findings: readonly Finding[]): string {
  const said = findings
    .slice(0, SAID)
    .map(({ number, caskId, litres }) =>
      litres ? `${number} (${litresText(litres.was)} to ${litresText(litres.is)} litres)` : (number ?? caskId ?? "?"),
    );
  return `${kind}: ${said.join(", ")}${findings.length > SAID ? ` and ${findings.length - SAID} more` : ""}`;
}
