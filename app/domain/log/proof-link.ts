import { addDays, type CalendarDate, dateOf } from "~/domain/calendar-date";

/** The file that proves a certificate, or from when on there is one: it is in the log once the day on which it was issued is audited. */
export type ProofLink = { href: string } | { from: CalendarDate };

type Issued = { href: string; issuedOn: CalendarDate; auditedOn: CalendarDate | null };

export function proofLink({ href, issuedOn, auditedOn }: Issued, nowMs: number): ProofLink {
  if (auditedOn !== null && issuedOn <= auditedOn) return { href };
  const [next, today] = [addDays(issuedOn, 1), dateOf(nowMs)];
  return { from: next > today ? next : today };
}
