import { sql } from "drizzle-orm";
import { mapWork, rows } from "~/db/work";
import { afterRow, cutPage, PAGE_ROWS, readAfter, utc } from "~/core/lists";
import { Instant } from "~/ui/console/cells";
import { shownContact } from "../shown-contact";
import { defineList } from "./define-list";

type Lead = { id: string; email: string | null; phone: string | null; createdAtMs: number };

export const leads = defineList({
  section: "leads",
  position: readAfter,
  query: (db, { after, pageRows = PAGE_ROWS }) => {
    const from = after ? sql`WHERE (created_at_ms, id) < (${after.ms}, ${after.id})` : sql``;
    const query = db.all<Lead>(sql`SELECT id, email, phone, created_at_ms AS createdAtMs FROM leads ${from}
      ORDER BY created_at_ms DESC, id DESC LIMIT ${pageRows + 1}`);
    return mapWork(rows(query), (found) => cutPage(found, pageRows, (last) => afterRow(last.createdAtMs, last.id)));
  },
  shown: (lead, mayChange) => ({ ...lead, ...shownContact(lead, mayChange) }),
  columns: () => [
    { label: "When", cell: (lead) => <Instant atMs={lead.createdAtMs} /> },
    { label: "Email", cell: (lead) => lead.email ?? "" },
    { label: "Phone", cell: (lead) => lead.phone ?? "" },
  ],
  csv: { at: (lead) => utc(lead.createdAtMs), email: (lead) => lead.email, phone: (lead) => lead.phone },
});
