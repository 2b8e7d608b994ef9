import { sql } from "drizzle-orm";
import { mapWork, rows } from "~/db/work";
import { logTexts as texts } from "~/content/console-texts";
import { sectionHref } from "~/content/console-sections";
import { utc } from "~/core/lists/export-cells";
import { afterRow, cutPage, PAGE_ROWS, readAfter } from "~/core/lists/keyset-page";
import { Instant } from "~/ui/console/instant";
import { consoleLink } from "~/ui/console/subject-link";
import { defineList } from "./define-list";

export type LogEntry = {
  id: string;
  actor: string;
  action: string;
  subject: string;
  detail: string | null;
  createdAtMs: number;
};

const HREF = sectionHref("log");

/** Everything, newest first, or what was done `of` a subject: 'withdrawal:ID' and the like. */
export const log = defineList({
  section: "log",
  filters: { of: (typed) => typed },
  position: readAfter,
  query: (db, { filter, after, pageRows = PAGE_ROWS }) => {
    const of = filter.of === null ? sql`1` : sql`subject = ${filter.of}`;
    const from = after ? sql`AND (created_at_ms, id) < (${after.ms}, ${after.id})` : sql``;
    const query = db.all<LogEntry>(sql`SELECT id, actor, action, subject, detail, created_at_ms AS createdAtMs
      FROM audit_log WHERE ${of} ${from} ORDER BY created_at_ms DESC, id DESC LIMIT ${pageRows + 1}`);
    return mapWork(rows(query), (found) => cutPage(found, pageRows, (last) => afterRow(last.createdAtMs, last.id)));
  },
  columns: () => [
    { label: "When", cell: (entry) => <Instant atMs={entry.createdAtMs} /> },
    { label: "Who", cell: (entry) => entry.actor },
    { label: "What", cell: (entry) => entry.action },
    {
      label: "About",
      cell: (entry) => (
        <a href={`${HREF}?of=${encodeURIComponent(entry.subject)}`} className={consoleLink}>
          {entry.subject}
        </a>
      ),
    },
    { label: "Detail", cell: (entry) => entry.detail ?? "" },
  ],
  draw: ({ table, links, filter: { of } }) => (
    <>
      {of !== null && (
        <p>
          {texts.of(of)}{" "}
          <a href={HREF} className={`inline-flex min-h-11 items-center ${consoleLink}`}>
            {texts.all}
          </a>
        </p>
      )}
      {table}
      {links}
    </>
  ),
  csv: {
    at: (entry) => utc(entry.createdAtMs),
    who: (entry) => entry.actor,
    what: (entry) => entry.action,
    about: (entry) => entry.subject,
    detail: (entry) => entry.detail,
  },
});
