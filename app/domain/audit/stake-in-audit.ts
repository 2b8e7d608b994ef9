import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";
import type { Sha256 } from "./audit-files";
import { stakeHref } from "./audit-pages";
import { registerMark } from "./register-mark";

// Where the holder of a certificate finds their stake in the public audit, told from what the database knows of the audits.

/** What the newest published audit is, and whether it found the certificate's mark where it must stand. */
export type AuditKnown = { auditedOn: CalendarDate | null; isMissing: number };

export type MarkedCertificate = AuditKnown & {
  caskId: string;
  number: number;
  /** As stored: lower case, without hyphens. */
  code: string;
  madeAtMs: number;
};

export type StakeInAudit = { mark: string } & (
  | {
      /** `missing`: the audit itself has found so. */
      state: "listed" | "missing";
      on: CalendarDate;
      isYesterday: boolean;
      /** The line of the stake. */
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
  const { caskId, number, code, madeAtMs, auditedOn, isMissing } = certificate;
  const mark = registerMark({ certificateCode: code, stakeNumber: number, caskId }, sha256);
  const [madeOn, yesterday] = [dateOf(madeAtMs), addDays(dateOf(nowMs), -1)];
  // Of days that were missed only the last gets an audit.
  if (auditedOn === null || madeOn > auditedOn)
    return { mark, state: "coming", on: madeOn > yesterday ? madeOn : yesterday };
  return {
    mark,
    state: isMissing === 1 ? "missing" : "listed",
    on: auditedOn,
    isYesterday: auditedOn === yesterday,
    href: stakeHref({ date: auditedOn, caskId, stakeNumber: number }),
  };
}
