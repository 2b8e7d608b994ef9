import { sql } from "drizzle-orm";
import { sectionHref } from "~/content/console-sections";
import { type OtherProposal, type ProposalFacts, sayOtherProposal } from "~/content/proposal-texts";
import type { Database } from "~/db/client";
import { mapWork, rows, together, type Work } from "~/db/work";
import { listProposals, showProposal } from "~/core/proposals/list-proposals";
import type { StaffAccess } from "~/core/session/guarded";
import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";

const MOST = 20;

type ProposalRow = OtherProposal & {
  id: string;
  of: string;
  proposedBy: string;
  proposer: string | null;
  proposedAtMs: number;
};

const PLACES = {
  sale: (caskId: string) => `${sectionHref("casks")}/${caskId}?view=sell`,
  bid: (caskId: string) => `${sectionHref("casks")}/${caskId}?view=bid`,
  payout: (withdrawalId: string) => `${sectionHref("withdrawals")}/${withdrawalId}`,
};

export type ShownSecond = ProposalFacts & { href: string };

export const readOverview = (db: Database, { nowMs }: Pick<StaffAccess, "nowMs">) =>
  together({ second: listSecondPerson(db, nowMs), due: rows(dueQuery(db, addDays(dateOf(nowMs), DUE_WITHIN_DAYS))) });

const DUE_WITHIN_DAYS = 30;
const MOST_DUE = 100;

export type DueDate = { kind: "paper" | "storage" | "dispute"; id: string; name: string; what: string; on: string };

/** Dates that cost us money if they are missed. */
const dueQuery = (db: Database, until: CalendarDate) =>
  db.all<DueDate>(sql`SELECT 'paper' AS kind, casks.id, casks.name, evidence.kind AS what, expires_on AS "on"
    FROM evidence CROSS JOIN casks ON casks.id = evidence.cask_id AND casks.state = 'published' AND casks.ended_on IS NULL
    WHERE expires_on <= ${until} AND NOT EXISTS (SELECT 1 FROM evidence AS newer WHERE newer.supersedes_id = evidence.id)
      AND NOT EXISTS (SELECT 1 FROM evidence AS longer WHERE longer.cask_id = casks.id AND longer.kind = evidence.kind
        AND coalesce(longer.expires_on, '9999') > evidence.expires_on)
    UNION ALL SELECT 'storage', id, name, '', storage_paid_until FROM casks
      WHERE storage_paid_until <= ${until} AND state = 'published' AND ended_on IS NULL
    UNION ALL SELECT * FROM (SELECT 'dispute', id, product_name, '', date(answer_by_ms / 1000, 'unixepoch') AS day
      FROM payments WHERE state = 'disputed' AND reason = 'disputed' AND day <= ${until} ORDER BY disputed_since_ms LIMIT ${MOST_DUE})
    ORDER BY "on", name LIMIT ${MOST_DUE}`);

/** Readers see no email addresses. */
function listSecondPerson(db: Database, nowMs: number): Work<(mayChange: boolean) => ShownSecond[]> {
  const others = db.all<ProposalRow>(sql`SELECT found.*, users.email AS proposer FROM (
      SELECT * FROM (SELECT 'sale' AS kind, cask_exits.id, cask_id AS "of", casks.name AS about, net_per_stake_cents AS amountCents,
          '' AS reference, proposed_by AS proposedBy, proposed_at_ms AS proposedAtMs
        FROM cask_exits JOIN casks ON casks.id = cask_id WHERE cask_exits.state = 'proposed' ORDER BY proposed_at_ms LIMIT ${MOST})
      UNION ALL SELECT * FROM (SELECT 'bid', bids.id, cask_id, casks.name, net_per_stake_cents, '', drafted_by, drafted_at_ms
        FROM bids JOIN casks ON casks.id = cask_id WHERE bids.state = 'draft' ORDER BY drafted_at_ms LIMIT ${MOST})
      UNION ALL SELECT * FROM (SELECT 'payout', withdrawal_id, withdrawal_id, withdrawals.holder_name, amount_cents,
          payout_proposals.bank_reference, operator_id, proposed_at_ms
        FROM payout_proposals JOIN withdrawals ON withdrawals.id = withdrawal_id
        WHERE called_back_at_ms IS NULL AND decided_at_ms IS NULL ORDER BY proposed_at_ms LIMIT ${MOST})
    ) AS found JOIN users ON users.id = found.proposedBy`);
  const asked = together({ changes: listProposals(db, nowMs), others: rows(others) });
  return mapWork(
    asked,
    ({ changes, others }) =>
      (mayChange: boolean) =>
        [...changes.map((one) => showProposal(one, mayChange)), ...others.map((one) => show(one, mayChange))].sort(
          (one, other) => one.proposedAtMs - other.proposedAtMs,
        ),
  );
}

const show = (found: ProposalRow, mayChange: boolean): ShownSecond => ({
  id: `${found.kind}:${found.id}`,
  ...sayOtherProposal(found),
  by: mayChange ? (found.proposer ?? found.proposedBy) : found.proposedBy,
  proposedBy: found.proposedBy,
  proposedAtMs: found.proposedAtMs,
  expiresAtMs: null,
  href: PLACES[found.kind](found.of),
});
