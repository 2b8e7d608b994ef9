import { sql } from "drizzle-orm";
import type { SUPPORT_KINDS } from "~/db/schema/names";
import { mapWork, rows } from "~/db/work";
import { sectionHref } from "~/content/console-sections";
import { supportKindTexts } from "~/content/support-texts";
import { afterRow, cutPage, PAGE_ROWS, readAfter, utc, utcOrNothing } from "~/core/lists";
import { groupCode } from "~/domain/certificate-code";
import { Instant, RowLink } from "~/ui/console/cells";
import { RequestBadge } from "~/ui/console/badges";
import { defineList } from "./define-list";

type ListedRequest = {
  id: string;
  number: string;
  name: string;
  kind: (typeof SUPPORT_KINDS)[number];
  begins: string;
  userId: string | null;
  createdAtMs: number;
  answeredAtMs: number | null;
  closedAtMs: number | null;
};

const STATES = {
  waiting: { where: sql`answered_at_ms IS NULL AND closed_at_ms IS NULL`, at: sql`created_at_ms` },
  answered: { where: sql`answered_at_ms IS NOT NULL AND closed_at_ms IS NULL`, at: sql`created_at_ms` },
  closed: { where: sql`closed_at_ms IS NOT NULL`, at: sql`closed_at_ms` },
};

export const support = defineList({
  section: "support",
  states: { waiting: "To answer", answered: "Answered", closed: "Closed" },
  counts: { waiting: "support" },
  position: readAfter,
  query: (db, { state, after, pageRows = PAGE_ROWS }) => {
    const { where, at } = STATES[state];
    const order = state === "closed" ? sql.raw("DESC") : sql.raw("ASC");
    const from = after
      ? sql`AND (${at}, id) ${sql.raw(state === "closed" ? "<" : ">")} (${after.ms}, ${after.id})`
      : sql``;
    const query = db.all<ListedRequest>(sql`SELECT id, number, name, kind, substr(message, 1, 120) AS begins,
        user_id AS userId, created_at_ms AS createdAtMs, answered_at_ms AS answeredAtMs,
        closed_at_ms AS closedAtMs
      FROM support_requests WHERE ${where} ${from} ORDER BY ${at} ${order}, id ${order} LIMIT ${pageRows + 1}`);
    return mapWork(rows(query), (all) =>
      cutPage(all, pageRows, (last) => afterRow(state === "closed" ? last.closedAtMs : last.createdAtMs, last.id)),
    );
  },
  columns: ({ nowMs }) => [
    {
      label: "Number",
      short: true,
      cell: (row) => <RowLink href={`${sectionHref("support")}/${row.id}`}>{groupCode(row.number)}</RowLink>,
    },
    { label: "From", onPhone: "plain", cell: (row) => <bdi>{row.name}</bdi> },
    { label: "About", onPhone: "plain", cell: (row) => supportKindTexts[row.kind] },
    { label: "Message", onPhone: "hidden", cell: (row) => <bdi className="line-clamp-2">{row.begins}</bdi> },
    { label: "State", isState: true, cell: (row) => <RequestBadge of={row} nowMs={nowMs} /> },
    { label: "Written", cell: (row) => <Instant atMs={row.createdAtMs} /> },
  ],
  // Without what was written.
  csv: {
    number: (row) => row.number,
    about: (row) => row.kind,
    account: (row) => row.userId,
    written_at: (row) => utc(row.createdAtMs),
    answered_at: (row) => utcOrNothing(row.answeredAtMs),
    closed_at: (row) => utcOrNothing(row.closedAtMs),
  },
});
