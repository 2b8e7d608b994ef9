import { type SQL, sql } from "drizzle-orm";
import { sectionHref } from "~/content/console-sections";
import { sayProposal } from "~/content/proposal-texts";
import type { ChangeKind } from "~/core/proposals/change";
import type { Database } from "~/db/client";
import { rows, type Work } from "~/db/work";

export function placeOfProposal({ kind, subject }: { kind: ChangeKind; subject: string }): `/operator${string}` {
  const id = subject.slice(subject.indexOf(":") + 1);
  if (kind === "return") return `${sectionHref("withdrawals")}/${id}`;
  return kind === "setting"
    ? `${sectionHref("settings")}#setting-${id}-form`
    : `${sectionHref("casks")}/${id}?view=value`;
}

export type WaitingProposal = {
  id: string;
  kind: ChangeKind;
  subject: string;
  was: string;
  becomes: string;
  proposedBy: string;
  proposer: string | null;
  proposedAtMs: number;
  expiresAtMs: number;
  about: string | null;
};

const MOST = 50;

export const proposalColumns = sql`proposed.id, proposed.kind, proposed.subject, proposed.was, proposed.becomes,
  proposed.proposed_by AS proposedBy, proposers.email AS proposer, proposed.proposed_at_ms AS proposedAtMs, proposed.expires_at_ms AS expiresAtMs,
  coalesce((SELECT casks.name FROM casks WHERE proposed.subject = 'cask:' || casks.id AND casks.id = substr(proposed.subject, 6)),
    (SELECT holder_name FROM withdrawals WHERE proposed.kind = 'return' AND withdrawals.id = substr(proposed.subject, 12))) AS about`;

export function listProposals(db: Database, nowMs: number, which: SQL = sql`true`): Work<WaitingProposal[]> {
  return rows(
    db.all<WaitingProposal>(sql`SELECT ${proposalColumns} FROM change_proposals AS proposed
      JOIN users AS proposers ON proposers.id = proposed.proposed_by
      WHERE proposed.state = 'open' AND proposed.expires_at_ms > ${nowMs} AND ${which} ORDER BY proposed.expires_at_ms LIMIT ${MOST}`),
  );
}

export type ShownProposal = ReturnType<typeof showProposal>;

/** Readers see operators by the number of their accounts only. */
export function showProposal(proposal: WaitingProposal, mayChange: boolean) {
  const { id, kind, subject, becomes, proposedBy, proposer, proposedAtMs, expiresAtMs } = proposal;
  return {
    id,
    kind,
    subject,
    becomes,
    proposedBy,
    proposedAtMs,
    expiresAtMs,
    ...sayProposal(proposal),
    by: mayChange ? (proposer ?? proposedBy) : proposedBy,
    href: placeOfProposal(proposal),
  };
}
