import type { ListedState } from "./audit-files";

// How a stake stood at the end of a day, from rows that may have changed since.

export type StakeRow = {
  cask_id: string;
  number: number;
  state: string;
  purchased_at_ms: number;
  /** The first thing about it that disagrees with its payment or the ledger: see `auditedStakes`; null: nothing. */
  wrong: string | null;
};

export type CertificateRow = {
  cask_id: string;
  number: number;
  code: string;
  state: string;
  created_at_ms: number;
  issued_at_ms: number | null;
  voided_at_ms: number | null;
  withheld: number;
};

/** A number that a refund in full has set free by the day's end. */
export type FreedRow = { cask_id: string; number: number; freed_at_ms: number };

/** A change of a stake's state after the day's end. */
export type ChangeRow = { cask_id: string; number: number; was: string };

/** @param firstChange the first change after the day's end, if there was one */
export function stateAt(stake: StakeRow, firstChange: ChangeRow | undefined, endMs: number): ListedState {
  if (stake.purchased_at_ms >= endMs) return "free";
  return (firstChange?.was ?? stake.state) === "active" ? "issued" : "void";
}

/** The certificate that counted then: the one that was not void, or else the latest of those that were. */
export function certificateAt(certificates: readonly CertificateRow[], endMs: number): CertificateRow | null {
  const made = certificates.filter(({ created_at_ms: madeMs }) => madeMs < endMs);
  const latest = made.reduce<CertificateRow | null>(
    (found, one) => (found && found.created_at_ms > one.created_at_ms ? found : one),
    null,
  );
  return made.find((one) => !wasVoid(one, endMs)) ?? latest;
}

export const wasValid = (certificate: CertificateRow | null, endMs: number): boolean =>
  certificate !== null &&
  certificate.issued_at_ms !== null &&
  certificate.issued_at_ms < endMs &&
  !wasVoid(certificate, endMs);

const wasVoid = ({ state, voided_at_ms: voidedMs }: CertificateRow, endMs: number) =>
  voidedMs === null ? state === "void" : voidedMs < endMs;
