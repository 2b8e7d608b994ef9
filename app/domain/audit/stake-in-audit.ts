import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import type { Sha256 } from "./audit-files";
import { stakeHref } from "./audit-pages";
import { registerMark } from "./chains";

// Where the holder of a certificate finds their stake in the public audit, told from what the database knows of the audits.

export type MarkedCertificate = {
  /** The date of the newest published audit. */
  auditedOn: CalendarDate | null;
  caskId: string;
  number: number;
  /** As stored: lower case, without hyphens. */
  code: string;
  madeAtMs: number;
};

export type StakeInAudit = { mark: string } & (
  | {
      state: "listed";
      on: CalendarDate;
      isYesterday: boolean;
      href: string;
    }
  | {
      state: "coming";
      /** The first day whose audit can name it. */
      on: CalendarDate;
    }
);

/** A certificate stands in the audit of the day on which it was made, and in all later ones. */
export function stakeInAudit(certificate: MarkedCertificate, nowMs: number, sha256: Sha256): StakeInAudit {
  const { caskId, number, code, madeAtMs, auditedOn } = certificate;
  const mark = registerMark({ certificateCode: code, stakeNumber: number, caskId }, sha256);
  const [madeOn, yesterday] = [dateOf(madeAtMs), addDays(dateOf(nowMs), -1)];
  // Of days that were missed only the last gets an audit.
  if (auditedOn === null || madeOn > auditedOn)
    return { mark, state: "coming", on: madeOn > yesterday ? madeOn : yesterday };
  return {
    mark,
    state: "listed",
    on: auditedOn,
    isYesterday: auditedOn === yesterday,
    href: stakeHref({ date: auditedOn, caskId, stakeNumber: number }),
  };
}
