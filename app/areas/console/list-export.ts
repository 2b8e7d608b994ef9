import type { ListExport } from "~/core/lists/export-cells";
import { settingsFile } from "./list-settings";
import { casks } from "./lists/casks";
import { certificates } from "./lists/certificates";
import { type FileAsked, fileOf } from "./lists/define-list";
import { leads } from "./lists/leads";
import { log } from "./lists/log";
import { payments } from "./lists/payments";
import { offers } from "./lists/offers";
import { rewards } from "./lists/rewards";
import { support } from "./lists/support";
import { troubleFile } from "./lists/trouble-file";
import { users } from "./lists/users";
import { withdrawals } from "./lists/withdrawals";

/** The lists that can be taken as a file, by the name in its URL. */
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
  trouble: troubleFile,
  log: fileOf(log),
  leads: fileOf(leads),
};
export const EXPORTED_LISTS = Object.keys(EXPORTS) as (keyof typeof EXPORTS)[];
export type ExportedList = keyof typeof EXPORTS;

export const listExport = (list: ExportedList, asked: FileAsked): ListExport => EXPORTS[list](asked);
