import type { CalendarDate } from "~/domain/calendar-date";
import type { Vessel } from "~/domain/cask-shape";

export type CaskKind = "whisky" | "wine" | "rum";

/** All that a certificate says. */
export type CertificateFacts = {
  holderName: string;
  caskName: string;
  caskKind: CaskKind;
  /** What the drawing shows; without it, the vessel its kind usually lies in. */
  vessel?: Vessel;
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
