import { plainDollars } from "~/domain/money";
import { EXPORT_ROWS, pageOf, utc, utcOrNothing } from "~/core/lists/export-cells";
import type { Asked, ListExport } from "../list-export";
import { type Lead, listLeads } from "../list-leads";
import { listLog } from "../list-log";
import { listSupport, readSupportFilter } from "../list-support";
import { listUsers, readUserFilter } from "../list-users";
import { readAfter } from "~/core/lists/keyset-page";
import { shownContact } from "../shown-contact";

/** Without addresses: they are on each person's page, and readers do not see them whole. */
export function userExport({ db, query }: Asked): ListExport {
  const filter = readUserFilter(query.get("state"));
  return {
    columns: [
      "id",
      "name",
      "role",
      "joined_at",
      "activated_at",
      "suspended_at",
      "closing_at",
      "closed_at",
      "wallet_usd",
    ],
    page: (after) =>
      pageOf(listUsers(db, { filter, after: readAfter(after), pageRows: EXPORT_ROWS }), (row) => [
        row.id,
        row.fullName,
        row.role,
        utc(row.createdAtMs),
        utcOrNothing(row.activatedAtMs),
        utcOrNothing(row.suspendedAtMs),
        utcOrNothing(row.closingAskedAtMs),
        utcOrNothing(row.closedAtMs),
        plainDollars(row.walletCents),
      ]),
  };
}

/** Without what was written. */
export function supportExport({ db, query }: Asked): ListExport {
  const filter = readSupportFilter(query.get("state"));
  return {
    columns: ["number", "about", "account", "written_at", "answered_at", "closed_at"],
    page: (after) =>
      pageOf(listSupport(db, { filter, after: readAfter(after), pageRows: EXPORT_ROWS }), (row) => [
        row.number,
        row.kind,
        row.userId,
        utc(row.createdAtMs),
        utcOrNothing(row.answeredAtMs),
        utcOrNothing(row.closedAtMs),
      ]),
  };
}

export function leadExport({ db }: Asked): ListExport {
  const cells = (lead: Lead, mayChange: boolean) => {
    const { email, phone } = shownContact(lead, mayChange);
    return [utc(lead.createdAtMs), email, phone];
  };
  return {
    columns: ["at", "email", "phone"],
    page: (after) => pageOf(listLeads(db, { after: readAfter(after), pageRows: EXPORT_ROWS }), cells),
  };
}

export function logExport({ db, query }: Asked): ListExport {
  const subject = query.get("of");
  return {
    columns: ["at", "who", "what", "about", "detail"],
    page: (after) =>
      pageOf(listLog(db, { subject, after: readAfter(after), pageRows: EXPORT_ROWS }), (entry) => [
        utc(entry.createdAtMs),
        entry.actor,
        entry.action,
        entry.subject,
        entry.detail,
      ]),
  };
}
