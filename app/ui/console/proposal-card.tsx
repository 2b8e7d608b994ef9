import type { ReactNode } from "react";
import { type ProposalFacts, proposalTexts as texts } from "~/content/proposal-texts";
import { formatInstant } from "~/domain/calendar-date";
import { DefinitionRows } from "../definition-rows";
import { Instant, SubjectLink } from "./cells";
import { ConsoleForm } from "./form-parts";

type Props = {
  proposal: ProposalFacts;
  viewerId: string;
  mayChange: boolean;
  /** Why this viewer decides nothing about it. */
  barred?: string | null;
  /** The values as they were seen, by the field names of the form that proposed them. */
  seen: Record<string, string>;
  intents?: { confirm: string; withdraw: string };
  children?: ReactNode;
};

const INTENTS = { confirm: "confirm", withdraw: "withdraw" };

export function ProposalCard({
  proposal,
  viewerId,
  mayChange,
  barred = null,
  seen,
  intents = INTENTS,
  children,
}: Props) {
  const isMine = proposal.proposedBy === viewerId;
  const decided = { proposal: proposal.id, ...seen };
  return (
    <section aria-label={texts.title} className="flex flex-col gap-3 rounded-md border border-amber bg-amber-soft p-4">
      <h2 className="font-semibold">{texts.title}</h2>
      <ProposalRows proposal={proposal} />
      {children}
      {mayChange && barred !== null && <p>{barred}</p>}
      {mayChange && barred === null && (
        <>
          {isMine && <p>You proposed it. Another operator has to confirm it, or you can withdraw it.</p>}
          {!isMine && <ConsoleForm intent={intents.confirm} hidden={decided} button={texts.confirm(proposal.to)} />}
          <ConsoleForm
            intent={intents.withdraw}
            hidden={decided}
            button={isMine ? "Withdraw this proposal" : "Turn this proposal down"}
            look={isMine ? "secondary" : "danger"}
          />
        </>
      )}
    </section>
  );
}

export function ProposalRows({ proposal }: { proposal: ProposalFacts }) {
  const { what, from, to, by, proposedBy, proposedAtMs, expiresAtMs } = proposal;
  return (
    <DefinitionRows
      tight
      rows={[
        { label: "What", value: what, below: true },
        { label: "From", value: from },
        { label: "To", value: to },
        { label: "Proposed by", value: <SubjectLink subject={`user:${proposedBy}`} name={by} /> },
        { label: "Since", value: <Instant atMs={proposedAtMs} /> },
        expiresAtMs !== null && { label: "May be confirmed until", value: formatInstant(expiresAtMs) },
      ]}
    />
  );
}
