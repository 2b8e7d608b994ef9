import { type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { bankProblems } from "~/content/console-payout-texts";
import { figuresInWords, inWords } from "~/content/log-words";
import { afterRow, cutPage, readAfter, utc } from "~/core/lists";
import { endWork } from "~/core/outbox/late-work";
import { mapWork, noWork, rows } from "~/db/work";
import { formatUsd } from "~/domain/money";
import { Button } from "~/ui/button";
import { ReasonForm } from "~/ui/console/form-parts";
import { Instant, SubjectLink } from "~/ui/console/cells";
import { explainDifference, isOwed, resolveDeadLetter } from "../trouble";
import { defineList } from "./define-list";

const SORTS = ["given-up", "failing", "difference", "timer", "run"] as const;

type TroubleRow = {
  rank: number;
  id: string;
  shownId: string;
  what: string;
  detail: string | null;
  sinceMs: number;
  /** JSON: what only its sort has. */
  more: string | null;
};

type Job = { outboxId: string | null; isOwed: number; frozen: string | null; bank: BankLine | null };
type BankLine = {
  answer: string;
  number: number;
  line: number;
  reference: string;
  cents: number | null;
  payout: string | null;
};

const HOUR_MS = 3_600_000;
/** A queue that works delivers within seconds; a retry takes a minute or two. */

/** Each of four sorts reads so many to find the first; a file reads more at a time. */
const TROUBLE_ROWS = 7;

const sorts = (nowMs: number): SQL[] => [
  sql`SELECT 0 AS rank, id, id AS shownId, origin AS what, error AS detail, created_at_ms AS sinceMs, json_object(
      'outboxId', json_extract(body, '$.outboxId'), 'isOwed', ${isOwed}, 'frozen', (SELECT group_concat(named, ', ') FROM (
        SELECT casks.name || ' ' || stakes.number AS named FROM json_each(body, '$.stakes') AS listed
          JOIN stakes ON stakes.id = listed.value JOIN casks ON casks.id = stakes.cask_id ORDER BY casks.name, stakes.number)),
      'bank', json((SELECT json_object('answer', bank_answers.id, 'number', number, 'line', line, 'reference', reference, 'cents', amount_cents,
          'payout', withdrawal_id) FROM bank_answer_lines JOIN bank_answers ON bank_answers.id = answer_id
        WHERE origin = 'bank' AND answer_id = json_extract(body, '$.answerId') AND line = json_extract(body, '$.line')))) AS more
    FROM dead_letters WHERE resolved_at_ms IS NULL`,
  sql`SELECT 1 AS rank, id, id AS shownId, kind AS what, last_error AS detail, failing_since_ms AS sinceMs, attempts AS more
    FROM outbox WHERE done_at_ms IS NULL AND failing_since_ms IS NOT NULL`,
  sql`SELECT 2 AS rank, id, subject AS shownId, kind AS what, detail, first_seen_ms AS sinceMs, payment_id AS more
    FROM differences WHERE state = 'open'`,
  sql`SELECT 3 AS rank, name AS id, name AS shownId, iif(coalesce(last_success_at_ms, since_ms) <= ${nowMs - HOUR_MS}, 'stands', 'failed') AS what,
      NULL AS detail, coalesce(last_success_at_ms, since_ms) AS sinceMs, NULL AS more
    FROM timer_jobs WHERE coalesce(last_failure_at_ms, 0) > coalesce(last_success_at_ms, 0)
      OR coalesce(last_success_at_ms, since_ms) <= ${nowMs - HOUR_MS}`,
];

const runs = sql`SELECT 4 AS rank, id, id AS shownId, iif(finished_at_ms IS NULL, 'running', 'finished') AS what, coalesce(error,
    payments_read || ' payments read, ' || repaired || ' repaired, ' || open || ' open') AS detail, asked_at_ms AS sinceMs, NULL AS more
  FROM reconciliations ORDER BY asked_at_ms DESC LIMIT 10`;

const id = z.string().min(1).max(200);
const reason = z.string().trim().min(1).max(200);
const form = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("replay"), letter: id }),
  z.object({ intent: z.literal("drop"), letter: id, reason }),
  z.object({ intent: z.literal("end"), work: id, reason }),
  z.object({ intent: z.literal("explain"), difference: id, reason }),
]);

export const trouble = defineList({
  section: "trouble",
  states: { waiting: "To do", runs: "Reconciliations" },
  position: (typed) => {
    const [, rank, position = null] = /^([0-3])\.(.*)$/s.exec(typed ?? "") ?? [];
    const after = readAfter(position);
    return after && { rank: Number(rank), ...after };
  },
  query: (db, { state, after, nowMs, pageRows = TROUBLE_ROWS }) => {
    const parts = sorts(nowMs)
      .map((part, rank) => ({ part, rank }))
      .filter(({ rank }) => rank >= (after?.rank ?? 0))
      .map(({ part, rank }) => {
        const from = after?.rank === rank ? sql`WHERE (sinceMs, id) > (${after.ms}, ${after.id})` : sql``;
        return sql`SELECT * FROM (SELECT * FROM (${part}) ${from} ORDER BY sinceMs, id LIMIT ${pageRows + 1})`;
      });
    const waiting = sql`${sql.join(parts, sql` UNION ALL `)} ORDER BY rank, sinceMs, id LIMIT ${pageRows + 1}`;
    return mapWork(rows(db.all<TroubleRow>(state === "runs" ? runs : waiting)), (found) =>
      cutPage(found, pageRows, (last) => `${last.rank}.${afterRow(last.sinceMs, last.id)}`),
    );
  },
  columns: ({ mayChange }) => [
    { label: "What", cell: (row) => <What row={row} /> },
    { label: "Detail", cell: (row) => <Detail row={row} /> },
    { label: "Since", cell: (row) => <Instant atMs={row.sinceMs} /> },
    { label: "To do", isState: true, cell: (row) => mayChange && <ToDo row={row} /> },
  ],
  csv: {
    sort: ({ rank }) => SORTS[rank] ?? null,
    id: ({ shownId }) => shownId,
    what: ({ what }) => what,
    detail: ({ detail }) => detail,
    since: ({ sinceMs }) => utc(sinceMs),
  },
  refusals: {
    form: "There is no such failing job.",
    reason: "Enter the reason, at most 200 characters.",
    "no-such-letter": "There is no such failed job.",
    "no-such-difference": "There is no such difference, or it is no longer open.",
    "needs-a-person": "Trying again would not help: a person has to deal with it.",
    "no-such-work": "There is no such failing job.",
    "is-owed": "A refund is owed: it cannot be ended, only recorded as made by hand.",
    "not-allowed": "Nothing was changed.",
  },
  act: (db, operator, fields) => {
    const { data: asked, error } = form.safeParse(fields);
    switch (asked?.intent) {
      case "replay":
        return resolveDeadLetter(db, { operator, deadLetterId: asked.letter, reason: null });
      case "drop":
        return resolveDeadLetter(db, { operator, deadLetterId: asked.letter, reason: asked.reason });
      case "end":
        return endWork(db, { operator, outboxId: asked.work, reason: asked.reason });
      case "explain":
        return explainDifference(db, { operator, differenceId: asked.difference, reason: asked.reason });
      default:
        return noWork({ ok: false, code: error?.issues[0]?.path[0] === "reason" ? "reason" : "form" });
    }
  },
});

const jobOf = ({ rank, more }: TroubleRow) => (rank === 0 && more !== null ? (JSON.parse(more) as Job) : null);

function What({ row }: { row: TroubleRow }) {
  const job = jobOf(row);
  const bank = job?.bank;
  if (bank)
    return (
      <SubjectLink subject={`bank-answer:${bank.answer}`} name={`Bank report ${bank.number}, line ${bank.line}`} />
    );
  if (row.rank > 2) return inWords(row.rank === 3 ? row.id : row.what);
  if (row.rank === 2) return <Titled title={inWords(row.what)} about={row.more && `payment:${row.more}`} />;
  const [kind = "", first = ""] = (job?.outboxId ?? row.id).split(":");
  if (kind === "send-notice") return `${inWords(kind)} ${inWords(first).toLowerCase()}`;
  const of = kind === "issue-certificate" ? "certificate" : kind.endsWith("-payment") ? "payment" : null;
  return <Titled title={inWords(kind)} about={of && `${of}:${first}`} />;
}

function Titled({ title, about }: { title: string; about: string | null }) {
  return (
    <>
      {title} {about !== null && <SubjectLink subject={about} />}
    </>
  );
}

const TIMER = { stands: "has not succeeded for an hour", failed: "failed on its last run" };

function Detail({ row }: { row: TroubleRow }) {
  const { rank, id, what, detail } = row;
  const job = jobOf(row);
  const bank = job?.bank;
  if (bank)
    return (
      <>
        {[bank.reference, bank.cents === null ? null : formatUsd(bank.cents)].filter(Boolean).join(" · ")}
        <span className="block">{bankProblems[detail as keyof typeof bankProblems]}</span>
        {bank.payout !== null && <SubjectLink subject={`withdrawal:${bank.payout}`} name="Payout" />}
      </>
    );
  if (rank === 3) return TIMER[what as keyof typeof TIMER];
  if (rank === 2) return [row.shownId, detail && figuresInWords(detail)].filter(Boolean).join(" · ");
  if (rank === 1) return [`${row.more} tries`, detail, id].filter(Boolean).join(" · ");
  return [detail && inWords(detail), job?.outboxId ?? id, job?.frozen && `On hold because of it: ${job.frozen}.`]
    .filter(Boolean)
    .join(" · ");
}

const OWED = "A refund is owed until it is made: record it as made by hand.";

function ToDo({ row }: { row: TroubleRow }) {
  const { rank, id, what } = row;
  if (rank === 1 && what === "refund-payment") return OWED;
  if (rank === 1) return <ReasonForm intent="end" fields={{ work: id }} button="End it with this reason" />;
  if (rank === 2)
    return <ReasonForm intent="explain" fields={{ difference: id }} button="Close it with this explanation" />;
  const job = jobOf(row);
  if (job === null) return null;
  return (
    <>
      {what === "outbox" || what === "queue" ? (
        <form method="post">
          <input type="hidden" name="letter" value={id} />
          <Button look="secondary" wide={false} name="intent" value="replay">
            Try it again
          </Button>
        </form>
      ) : (
        job.bank === null && <p>Needs a person: trying again would not help.</p>
      )}
      {job.isOwed ? OWED : <ReasonForm intent="drop" fields={{ letter: id }} button="Drop it with this reason" />}
    </>
  );
}
