import type { Database } from "~/db/client";
import type { Work } from "~/db/work";
import { caskExport } from "./inside/export-casks";
import type { ExportPage } from "~/core/lists/export-cells";
import { certificateExport, paymentExport, rewardExport, withdrawalExport } from "./inside/export-money";
import { troubleExport } from "./inside/export-trouble";
import { leadExport, logExport, supportExport, userExport } from "./inside/export-people";

// The console's lists as tables for a spreadsheet: the same rows as on the page, under the same filter, all of them.

export type ListExport = {
  columns: readonly string[];
  /** @param after where the page before ended; null: the first */
  page: (after: string | null) => Work<ExportPage>;
};

export type Asked = { db: Database; query: URLSearchParams; nowMs: number };

const EXPORTS = {
  withdrawals: withdrawalExport,
  casks: caskExport,
  payments: paymentExport,
  users: userExport,
  certificates: certificateExport,
  rewards: rewardExport,
  support: supportExport,
  trouble: troubleExport,
  log: logExport,
  leads: leadExport,
};
export const EXPORTED_LISTS = Object.keys(EXPORTS) as (keyof typeof EXPORTS)[];
export type ExportedList = keyof typeof EXPORTS;

export const listExport = (list: ExportedList, asked: Asked): ListExport => EXPORTS[list](asked);
