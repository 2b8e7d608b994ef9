import { sql } from "drizzle-orm";
import { messageTexts as texts } from "~/content/console-message-texts";
import { sectionHref } from "~/content/console-sections";
import { mapWork, rows } from "~/db/work";
import { utc, utcOrNothing } from "~/core/lists/export-cells";
import { afterRow, cutPage, PAGE_ROWS, readAfter } from "~/core/lists/keyset-page";
import { Badge } from "~/ui/badge";
import { Instant } from "~/ui/console/instant";
import { RowLink } from "~/ui/console/row-link";
import { defineList } from "./define-list";

type ListedMessage = {
  id: string;
  subject: string;
  audience: keyof typeof texts.audiences;
  caskId: string;
  caskName: string;
  state: "draft" | "sent" | "dropped";
  draftedBy: string;
  draftedAtMs: number;
  endedBy: string | null;
  endedAtMs: number | null;
  /** How many it has still to reach. */
  left: number;
};

const HREF = sectionHref("messages");

/** Drafts, what was sent, and what was dropped; latest first. */
export const messages = defineList({
  section: "messages",
  filters: { state: { label: "State", choices: { sent: "Sent", draft: "Drafts", dropped: "Dropped" } } },
  position: readAfter,
  query: (db, { filter: { state }, after, pageRows = PAGE_ROWS }) => {
    const at = state === "draft" ? sql`drafted_at_ms` : sql`ended_at_ms`;
    const from = after ? sql`AND (${at}, messages.id) < (${after.ms}, ${after.id})` : sql``;
    const query =
      db.all<ListedMessage>(sql`SELECT messages.id, subject, audience, cask_id AS caskId, casks.name AS caskName, messages.state,
        drafted_by AS draftedBy, drafted_at_ms AS draftedAtMs, ended_by AS endedBy, ended_at_ms AS endedAtMs,
        (SELECT count(*) FROM message_recipients WHERE message_id = messages.id AND message_recipients.state = 'waiting') AS "left"
      FROM messages JOIN casks ON casks.id = messages.cask_id
      WHERE messages.state = ${sql.raw(`'${state}'`)} ${from} ORDER BY ${at} DESC, messages.id DESC LIMIT ${pageRows + 1}`);
    return mapWork(rows(query), (all) =>
      cutPage(all, pageRows, (last) => afterRow(state === "draft" ? last.draftedAtMs : last.endedAtMs, last.id)),
    );
  },
  columns: () => [
    { label: "Subject", cell: (row: ListedMessage) => <RowLink href={`${HREF}/${row.id}`}>{row.subject}</RowLink> },
    { label: "To", cell: (row) => <bdi>{texts.audienceOf[row.audience](row.caskName)}</bdi> },
    { label: "State", isState: true, cell: (row) => <MessageBadge {...row} /> },
    { label: "Written", cell: (row) => <Instant atMs={row.draftedAtMs} /> },
    { label: "Sent or dropped", cell: (row) => (row.endedAtMs === null ? "–" : <Instant atMs={row.endedAtMs} />) },
  ],
  draw: ({ filters, table, links, mayChange }) => (
    <>
      <p className="max-w-160 text-peat-60">{texts.lead}</p>
      {mayChange && (
        <p>
          <RowLink href={`${HREF}/new`}>{texts.write}</RowLink>
        </p>
      )}
      {filters}
      {table}
      {links}
    </>
  ),
  csv: {
    subject: (row) => row.subject,
    to: (row) => row.audience,
    cask: (row) => row.caskId,
    state: (row) => row.state,
    left: (row) => row.left,
    drafted_by: (row) => row.draftedBy,
    drafted_at: (row) => utc(row.draftedAtMs),
    ended_by: (row) => row.endedBy,
    ended_at: (row) => utcOrNothing(row.endedAtMs),
  },
});

/** A message is under way while there is somebody it has still to reach. */
export function MessageBadge({ state, left }: Pick<ListedMessage, "state" | "left">) {
  if (state === "sent" && left > 0) return <Badge tone="attention">{texts.sendingLeft(left)}</Badge>;
  return (
    <Badge tone={state === "sent" ? "gain" : state === "draft" ? "copper" : "neutral"}>{texts.states[state]}</Badge>
  );
}
