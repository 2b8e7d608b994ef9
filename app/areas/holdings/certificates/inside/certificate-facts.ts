import type { CalendarDate } from "~/domain/calendar-date";
import type { CaskKind, CaskType } from "~/domain/cask-shape";

/** Everything that a certificate states. */
export type CertificateFacts = {
  holderName: string;
  /** The holder writes the name in other letters and gave this for the certificate. */
  transliterated: boolean;
  caskName: string;
  caskKind: CaskKind;
  /** The type to draw. Without it, the usual type for this kind of spirit or wine. */
  caskType?: CaskType;
  distillery: string;
  stakeNumber: number;
  totalStakes: number;
  issuedOn: CalendarDate;
  purchasedOn: CalendarDate;
  amountCents: number;
  warehouse: string;
  code: string;
  verifyUrl: string;
  /** How the stake is named in the public list of every day. */
  registerMark: string;
  auditUrl: string;
};
