import type { AuditResult } from "./audit/audit-files";
import type { CalendarDate } from "./calendar-date";
import type { Waits } from "./service-clock";

/** How casks ended. `late`: for the stake that was held longest; `lost`: for the one in the middle. */
export type ExitCounts = { ended: number; sales: number; lost: number; late: number };

/** The newest figures of what is proved, each as of the day it names; null: nothing of the kind has been published. */
export type ProofFigures = {
  audit: {
    date: CalendarDate;
    result: AuditResult;
    reason: string | null;
    casks: number;
    stakes: number;
    issued: number;
    certificates: number;
    heldCents: number;
    owedCents: number;
  } | null;
  /** Those on offer or held, and how many of them have these papers. */
  casks: { day: CalendarDate; casks: number; delivered: number; confirmed: number } | null;
  /** Those that investors hold, and how many of them nobody has valued since they were issued. */
  values: { day: CalendarDate; casks: number; unvalued: number } | null;
  exits: (ExitCounts & { day: CalendarDate }) | null;
  withdrawals: Waits | null;
};
