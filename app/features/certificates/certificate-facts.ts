import type { CalendarDate } from "~/domain/calendar-date";
import type { CaskType } from "~/domain/cask-shape";

export type CaskKind = "whisky" | "wine" | "rum";

/** All that a certificate says. */
export type CertificateFacts = {
  holderName: string;
  /** The holder writes the name in other letters and gave this for the certificate. */
  transliterated: boolean;
  caskName: string;
  caskKind: CaskKind;
  /** What the drawing shows; without it, the type of cask its kind usually lies in. */
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
};
