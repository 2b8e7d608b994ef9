import type { ListExport } from "~/core/lists";
import { together, type Work, writes } from "~/db/work";
import { settingsFile } from "./settings";
import { casks } from "./lists/casks";
import { certificates } from "./lists/certificates";
import { type FileAsked, fileOf } from "./lists/define-list";
import { leads } from "./lists/leads";
import { log } from "./lists/log";
import { offers } from "./lists/offers";
import { payments } from "./lists/payments";
import { rewards } from "./lists/rewards";
import { support } from "./lists/support";
import { trouble } from "./lists/trouble";
import { users } from "./lists/users";
import { withdrawals } from "./lists/withdrawals";
import type { Database } from "~/db/client";
import { byStaff, recordAudit } from "~/core/ledger/audit";
import type { StaffAccess } from "~/core/session/guarded";

const EXPORTS = {
  withdrawals: fileOf(withdrawals),
  casks: fileOf(casks),
  payments: fileOf(payments),
  users: fileOf(users),
  certificates: fileOf(certificates),
  offers: fileOf(offers),
  rewards: fileOf(rewards),
  settings: settingsFile,
  support: fileOf(support),
  trouble: fileOf(trouble),
  log: fileOf(log),
  leads: fileOf(leads),
};
export const EXPORTED_LISTS = Object.keys(EXPORTS) as (keyof typeof EXPORTS)[];
export type ExportedList = keyof typeof EXPORTS;

export const listExport = (list: ExportedList, asked: FileAsked): ListExport => EXPORTS[list](asked);

type LogExport = { auditId: string; list: ExportedList | `books-${string}` };

/** Logged with the first page, so that a file that breaks off is in the log too. */
export function takeFirstPage<T>(
  db: Database,
  { userId, nowMs }: StaffAccess,
  { auditId, list }: LogExport,
  first: Work<T>,
) {
  const entry = { id: auditId, actor: byStaff(userId), action: "list-taken", subject: `list:${list}`, nowMs } as const;
  return together({ logged: writes(recordAudit(db, entry)), first });
}
