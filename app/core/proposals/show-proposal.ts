import { sayProposal } from "~/content/proposal-texts";
import type { WaitingProposal } from "./list-proposals";
import { placeOfProposal } from "./proposal-place";

/** A proposal as the console shows it. */
export type ShownProposal = ReturnType<typeof showProposal>;

/** Readers see operators by the number of their accounts only, and no reason. */
export function showProposal(proposal: WaitingProposal, mayChange: boolean) {
  const isAboutPerson = proposal.subject.startsWith("user:");
  const { id, kind, subject, becomes, proposedBy, proposer, proposedAtMs, expiresAtMs, note } = proposal;
  return {
    ...{ id, kind, subject, becomes, proposedBy, proposedAtMs, expiresAtMs },
    ...sayProposal(isAboutPerson && !mayChange ? { ...proposal, about: null } : proposal),
    by: mayChange ? (proposer ?? proposedBy) : proposedBy,
    note: mayChange ? note : "",
    href: placeOfProposal(proposal),
  };
}
