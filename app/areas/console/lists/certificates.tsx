import { sql } from "drizzle-orm";
import { certificateTexts as texts } from "~/content/console-certificate-texts";
import { sectionHref } from "~/content/console-sections";
import { afterRow, cutPage, newestFirst, readAfter, utc, utcOrNothing } from "~/core/lists";
import { CERTIFICATE_STATES } from "~/db/schema/names";
import { mapWork, rows } from "~/db/work";
import { groupCode } from "~/domain/certificate-code";
import { CertificateState } from "~/ui/console/badges";
import { Instant, RowLink } from "~/ui/console/cells";
import { isPlanned } from "~/areas/notices/waiting/what-waits";
import { defineList } from "./define-list";

const HREF = sectionHref("certificates");

type ListedCertificate = {
  id: string;
  code: string;
  state: (typeof CERTIFICATE_STATES)[number];
  holderName: string | null;
  caskName: string;
  stakeNumber: number;
  createdAtMs: number;
  issuedAtMs: number | null;
  planned: number;
};

/** A row reads four: certificate, stake, cask, holder. */
const CERTIFICATE_ROWS = 15;

/** Each state is read by its index, however many there are. */
export const certificates = defineList({
  section: "certificates",
  states: { all: "All", pending: "To issue", issued: "Valid", void: "Void" },
  // Those that are not issued within the promised time.
  counts: { pending: "certificates" },
  position: readAfter,
  query: (db, { state, after, nowMs, pageRows = CERTIFICATE_ROWS }) => {
    const isQueue = state === "pending";
    const from = after ? sql`AND (created_at_ms, id) ${isQueue ? sql`>` : sql`<`} (${after.ms}, ${after.id})` : sql``;
    const order = isQueue ? sql`created_at_ms, id` : sql`created_at_ms DESC, id DESC`;
    const states = (state === "all" ? CERTIFICATE_STATES : [state]).map(
      (one) => sql`SELECT * FROM certificates WHERE state = ${one} ${from}`,
    );
    const query = db.all<ListedCertificate>(sql`SELECT found.id, found.code, found.state, users.full_name AS holderName,
        casks.name AS caskName, stakes.number AS stakeNumber, found.created_at_ms AS createdAtMs, found.issued_at_ms AS issuedAtMs,
        (found.state = 'pending' AND ${isPlanned(sql`found.id`, nowMs)}) AS planned
      FROM (${sql.join(states, sql` UNION ALL `)} ORDER BY ${order} LIMIT ${pageRows + 1}) AS found
        JOIN stakes ON stakes.id = found.stake_id JOIN users ON users.id = stakes.user_id JOIN casks ON casks.id = stakes.cask_id`);
    return mapWork(rows(query), (all) => {
      const sorted = newestFirst(all);
      return cutPage(isQueue ? sorted.reverse() : sorted, pageRows, (last) => afterRow(last.createdAtMs, last.id));
    });
  },
  columns: ({ nowMs }) => [
    { label: "Code", short: true, cell: (row) => <RowLink href={`${HREF}/${row.id}`}>{groupCode(row.code)}</RowLink> },
    { label: "Holder", cell: (row) => <bdi>{row.holderName ?? texts.noName}</bdi> },
    { label: "Cask", cell: (row) => row.caskName },
    { label: "Stake", right: true, cell: (row) => row.stakeNumber },
    { label: "State", isState: true, cell: (row) => <CertificateState certificate={row} nowMs={nowMs} /> },
    { label: "Begun", cell: (row) => <Instant atMs={row.createdAtMs} /> },
    { label: "Issued", cell: (row) => (row.issuedAtMs === null ? texts.none : <Instant atMs={row.issuedAtMs} />) },
  ],
  above: ({ state }) =>
    state === "pending" && (
      <p className="text-peat-60">
        We promise certificates within 48 hours and make them within seconds. One that is late has failed: Trouble says
        why.
      </p>
    ),
  csv: {
    id: (row) => row.id,
    code: (row) => row.code,
    state: (row) => row.state,
    holder: (row) => row.holderName,
    cask: (row) => row.caskName,
    stake: (row) => row.stakeNumber,
    begun_at: (row) => utc(row.createdAtMs),
    issued_at: (row) => utcOrNothing(row.issuedAtMs),
  },
});
