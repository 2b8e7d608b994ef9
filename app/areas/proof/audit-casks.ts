import { sql } from "drizzle-orm";
import { tokensIn } from "~/core/ledger/accounts";
import { paymentTransferId } from "~/core/ledger/transfer";
import { row, rows, runWork, together } from "~/db/work";
import {
  type AuditDay,
  type AuditedCask,
  type AuditedDocument,
  type AuditedValuation,
  listKey,
} from "~/domain/audit/audit-files";
import {
  type CaskInput,
  type CaskRow,
  compareCask,
  examineCask,
  type FreedRow,
  judgeCask,
  type StakeRow,
} from "~/domain/audit/examine-cask";
import { type Audit, type Before, dayEnd, putJson, readChained, readList, type Slice } from "./audit-steps";

/** Examines the next casks. A list is written before the slice is kept; if the slice is lost, the same list is written again. */
export async function auditCasks(audit: Audit, latest: Before["latest"], after: string): Promise<Slice<string, null>> {
  const { size, log } = audit;
  const ids = await listCasks(audit, after);
  const before = await readChained(audit, latest?.date ?? null, latest?.hash ?? null);
  const entries: AuditedCask[] = [];
  let stakes = 0;
  for (const id of ids) {
    const read = await readCask(audit, id);
    entries.push(await auditCask(audit, read, before));
    stakes += read.stakes.length;
    if (stakes >= size.stakes) break;
  }
  for (const { id, reason, result } of entries)
    if (result === "FAIL") log("audit-cask-wrong", { caskId: id, error: reason });
  const isLast = entries.length === ids.length && ids.length < size.casks;
  return { next: isLast ? null : (entries.at(-1)?.id ?? null), told: null, kept: entries };
}

async function auditCask(audit: Audit, read: CaskInput, before: AuditDay | null) {
  const { problems, ...examined } = examineCask(read);
  const { entry, listJson } = examined;
  const then = await lastRight(audit, before, entry.id);
  const known = then?.entry.list_sha256;
  const list = known && known !== entry.list_sha256 ? await readList(audit, known) : examined.list;
  if (!list) problems.push(`list_sha256: the file of ${known} is gone or another`);
  if (known !== entry.list_sha256) await putJson(audit, listKey(entry.list_sha256), listJson);
  if (then) problems.push(...compareCask(examined, { ...then, list }, read));
  return judgeCask(entry, problems);
}

/** How a cask stood when an audit last found it right: what is wrong stays so until it is mended, however many nights pass. */
async function lastRight(audit: Audit, newest: AuditDay | null, caskId: string) {
  for (let day = newest; day !== null; day = await readChained(audit, day.previous_date, day.previous_hash)) {
    const entry = day.casks.find(({ id }) => id === caskId);
    if (entry?.result !== "FAIL") return entry ? { entry, endMs: dayEnd(day.date) } : null;
  }
  return null;
}

// Rows are read as of the end of the day: later ones are left out, or read as they were before.

/** Those that were published by then, and each with a stake, however it looks now. Drafts are not public. */
const listed = (
  endMs: number,
) => sql`created_at_ms < ${endMs} AND (EXISTS (SELECT 1 FROM stakes WHERE cask_id = casks.id)
  OR ((state = 'published' OR ended_on IS NOT NULL)
    AND (NOT EXISTS (SELECT 1 FROM audit_log WHERE subject = 'cask:' || casks.id AND created_at_ms >= ${endMs} AND action = 'cask-published')
      OR EXISTS (SELECT 1 FROM audit_log WHERE subject = 'cask:' || casks.id AND created_at_ms < ${endMs} AND action = 'cask-published'))))`;

type CaskReader = Pick<Audit, "db" | "endMs" | "size">;

/** Ids of the next casks, in order. */
export async function listCasks({ db, endMs, size }: CaskReader, after: string) {
  const next = await db.all<{ id: string }>(sql`SELECT id FROM casks
    WHERE id > ${after} AND ${listed(endMs)} ORDER BY id LIMIT ${size.casks}`);
  return next.map(({ id }) => id);
}

export async function readCask({ db, endMs, size }: CaskReader, id: string): Promise<CaskInput> {
  const stakesAfter = (number: number) => rows(db.all<StakeRow>(stakeRows(id, number, endMs, size.rows)));
  const found = await runWork(
    db,
    together({
      stakes: stakesAfter(0),
      cask: row(db.all<CaskRow>(caskRow(id, endMs))),
      documents: rows(
        db.all<AuditedDocument>(sql`SELECT expires_on, issued_on, issuer, kind, sha256 FROM evidence
          WHERE cask_id = ${id} AND visibility = 'public' AND created_at_ms < ${endMs} ORDER BY kind, issued_on, sha256`),
      ),
      valuations: rows(
        db.all<AuditedValuation>(sql`SELECT id, method, source, tier, value_cents, valued_on FROM valuations
          WHERE cask_id = ${id} AND created_at_ms < ${endMs} ORDER BY valued_on, id`),
      ),
      freed: rows(
        db.all<FreedRow>(sql`SELECT stakes.number, freed_at_ms FROM stakes JOIN payments ON payments.id = payment_id
          WHERE stakes.cask_id = ${id} AND freed_at_ms < ${endMs} AND payments.state = 'refunded'`),
      ),
    }),
  );
  const { cask, stakes } = found;
  if (!cask) throw new Error("no such cask");
  // A cask with more stakes than one answer holds.
  for (let read = stakes; read.length === size.rows;) {
    read = await runWork(db, stakesAfter(read.at(-1)?.number ?? 0));
    stakes.push(...read);
  }
  return { ...found, cask };
}

const caskRow = (id: string, endMs: number) => sql`SELECT id, name, total_stakes, bought_for_cents,
    (SELECT count(*) FROM reservations WHERE cask_id = casks.id AND state = 'held' AND created_at_ms < ${endMs})
      + (SELECT count(*) FROM reservations WHERE cask_id = casks.id AND released_at_ms >= ${endMs} AND created_at_ms < ${endMs}) AS reserved_then,
    (SELECT sold_on FROM cask_exits WHERE cask_id = casks.id AND confirmed_at_ms < ${endMs}) AS ended_on
  FROM casks WHERE id = ${id}`;

/** One holding a number: of a stake that was sold on, who held it at the day's end. A number that was free again by then has none. */
const heldAt = (endMs: number) =>
  sql`(resold_at_ms IS NULL OR resold_at_ms >= ${endMs}) AND (freed_at_ms IS NULL OR freed_at_ms >= ${endMs})
    AND ((holder_number = 1 AND sale_number = 1) OR purchased_at_ms < ${endMs})
    AND NOT EXISTS (SELECT 1 FROM offers WHERE offers.stake_id = stakes.id AND sold_at_ms < ${endMs} AND undone_at_ms >= ${endMs})`;

/**
 * Each stake beside its payment, and beside the tokens for it in the ledger, which is chained: they tell who bought it. For how much is
 * a rule of the books. Payments for something else have no cask.
 * The certificate that counted then is the one that was not void, or else the latest of those that were.
 */
function stakeRows(caskId: string, after: number, endMs: number, many: number) {
  const wasVoid = sql`iif(voided_at_ms IS NULL, state = 'void', voided_at_ms < ${endMs})`;
  const certificates = (what: string) => sql`(SELECT ${sql.raw(what)} FROM certificates WHERE stake_id = stakes.id)`;
  return sql`SELECT number, iif(purchased_at_ms >= ${endMs}, 'free', iif(was = 'active', 'issued', 'void')) AS state,
    iif(purchased_at_ms < ${endMs}, held.code, NULL) AS code, renewed_at_ms,
    coalesce(purchased_at_ms < ${endMs} AND issued_at_ms < ${endMs} AND (voided_at_ms >= ${endMs} OR voided_at_ms IS NULL AND held.state <> 'void'), 0) AS valid,
    CASE
      WHEN payments.cask_id IS NOT chosen.cask_id THEN 'payment: stake # has no payment for this cask'
      WHEN payments.user_id <> chosen.user_id OR tokens.credit_account_id IS NOT ${tokensIn(sql`chosen.user_id`)}
        THEN 'owner: stake # is not held by the user who paid for it'
      WHEN (chosen.state = 'active') <> (payments.state = 'settled') AND chosen.state <> 'ended'
        OR payments.state NOT IN ('settled', 'refunded', 'disputed', 'refunding')
        THEN 'state: stake # is in another state than its payment'
      WHEN standing > 1 THEN 'certificate: stake # has ' || standing
      WHEN standing = 0 AND chosen.state = 'active' AND excused IS NOT 1 THEN 'certificate: stake # has none'
      WHEN standing > 0 AND chosen.state = 'frozen' THEN 'certificate: stake # is frozen and has one'
    END AS wrong
  FROM (SELECT stakes.*, coalesce((SELECT was FROM stake_changes WHERE stake_id = stakes.id AND changed_at_ms >= ${endMs}
        ORDER BY changed_at_ms, id LIMIT 1), stakes.state) AS was,
      ${certificates("coalesce(sum(state <> 'void'), 0)")} AS standing, ${certificates("max(withheld)")} AS excused,
      ${certificates("max(created_at_ms)")} AS renewed_at_ms
    FROM stakes WHERE cask_id = ${caskId} AND number > ${after} AND ${heldAt(endMs)}
    ORDER BY number LIMIT ${many}) AS chosen
    LEFT JOIN certificates AS held ON held.id = (SELECT id FROM certificates
      WHERE stake_id = chosen.id AND created_at_ms < ${endMs} ORDER BY ${wasVoid}, created_at_ms DESC, id DESC LIMIT 1)
    LEFT JOIN payments ON payments.id = chosen.payment_id
    LEFT JOIN transfers AS tokens ON tokens.id = ${paymentTransferId(sql`chosen.payment_id`, "tokens")}
  ORDER BY number`;
}
