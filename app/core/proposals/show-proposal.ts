import { sayProposal } from "~/content/proposal-texts";
import type { WaitingProposal } from "./list-proposals";
import { placeOfProposal } from "./proposal-place";

export type ShownProposal = ReturnType<typeof showProposal>;

/** Readers see operators by the number of their accounts only. */
export function showProposal(proposal: WaitingProposal, mayChange: boolean) {
  const { id, kind, subject, becomes, proposedBy, proposer, proposedAtMs, expiresAtMs } = proposal;
  return {
    ...{ id, kind, subject, becomes, proposedBy, proposedAtMs, expiresAtMs },
    ...sayProposal(proposal),
    by: mayChange ? (proposer ?? proposedBy) : proposedBy,
    href: placeOfProposal(proposal),
  };
}
