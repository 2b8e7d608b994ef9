import { type SQL, sql } from "drizzle-orm";
import { mapWork, rows } from "~/db/work";
import { sectionHref } from "~/content/console-sections";
import { detailInWords, inWords, kindInWords, settingName } from "~/content/log-words";
import { afterRow, cutPage, PAGE_ROWS, readAfter, utc } from "~/core/lists";
import { cellLink, Instant, SubjectLink, TextLink } from "~/ui/console/cells";
import { defineList } from "./define-list";

export type LogEntry = {
  id: string;
  actor: string;
  action: string;
  subject: string;
  detail: string | null;
  createdAtMs: number;
  who: string | null;
  about: string | null;
};

const idIn = (column: SQL) => sql`substr(${column}, instr(${column}, ':') + 1)`;
const kindIs = (column: SQL, kind: string) => sql`${column} BETWEEN ${`${kind}:`} AND ${`${kind};`}`;
const named = sql`CASE WHEN ${kindIs(sql`subject`, "user")} THEN (SELECT coalesce(full_name, email) FROM users WHERE users.id = ${idIn(sql`subject`)})
  WHEN ${kindIs(sql`subject`, "cask")} THEN (SELECT name FROM casks WHERE casks.id = ${idIn(sql`subject`)})
  WHEN ${kindIs(sql`subject`, "withdrawal")} THEN (SELECT holder_name FROM withdrawals WHERE withdrawals.id = ${idIn(sql`subject`)}) END`;
const actorsName = sql`(SELECT coalesce(full_name, email) FROM users WHERE users.id = ${idIn(sql`actor`)} AND actor <> 'system')`;

const HREF = sectionHref("log");

export const log = defineList({
  section: "log",
  position: readAfter,
  query: (db, { of: subject, after, pageRows = PAGE_ROWS }) => {
    const of = subject === null ? sql`1` : sql`subject = ${subject}`;
    const from = after ? sql`AND (created_at_ms, id) < (${after.ms}, ${after.id})` : sql``;
    const query =
      db.all<LogEntry>(sql`SELECT id, actor, action, subject, detail, created_at_ms AS createdAtMs, ${actorsName} AS who, ${named} AS about
      FROM audit_log WHERE ${of} ${from} ORDER BY created_at_ms DESC, id DESC LIMIT ${pageRows + 1}`);
    return mapWork(rows(query), (found) => cutPage(found, pageRows, (last) => afterRow(last.createdAtMs, last.id)));
  },
  // Readers see people by the number of their accounts only.
  shown: (entry, mayChange) => (mayChange ? entry : { ...entry, who: null, about: null }),
  columns: () => [
    { label: "When", cell: (entry) => <Instant atMs={entry.createdAtMs} /> },
    { label: "Who", cell: (entry) => <SubjectLink subject={entry.actor} name={entry.who} /> },
    { label: "What", cell: (entry) => inWords(entry.action) },
    {
      label: "About",
      cell: (entry) => (
        <a
          href={`${HREF}?of=${encodeURIComponent(entry.subject)}`}
          title={settingName(entry.subject) ?? entry.subject}
          className={cellLink}
        >
          <bdi>
            {[kindInWords(entry.subject), entry.about ?? settingName(entry.subject)].filter(Boolean).join(": ")}
          </bdi>
        </a>
      ),
    },
    { label: "Detail", cell: (entry) => detailInWords(entry.action, entry.detail ?? "", entry.subject) },
  ],
  above: ({ of }) =>
    of !== null && (
      <p>
        {`Only entries about ${kindInWords(of).toLowerCase()} ${settingName(of) ?? of.slice(of.indexOf(":") + 1)}.`}{" "}
        <SubjectLink subject={of} name="Open it" /> <TextLink href={HREF}>Show everything</TextLink>
      </p>
    ),
  csv: {
    at: (entry) => utc(entry.createdAtMs),
    who: (entry) => entry.actor,
    what: (entry) => entry.action,
    about: (entry) => entry.subject,
    detail: (entry) => entry.detail,
  },
});
