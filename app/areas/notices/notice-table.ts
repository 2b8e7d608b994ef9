import { offerNotices } from "~/areas/resale/notices";
import type { NoticeEntry } from "./notice";
import { ofAccounts } from "./account-notices";
import { ofBids } from "./bid-notices";
import { ofMessages, ofSupport } from "./message-notices";
import { ofCasks } from "./cask-notices";
import { ofStakes } from "./stake-notices";
import { ofAudits, ofDecisions } from "./decision-notices";
import { ofOperations } from "./operations-notices";
import { ofPayments } from "./payment-notices";
import { ofWithdrawals } from "./withdrawal-notices";

const tables = {
  ...ofPayments,
  ...ofWithdrawals,
  ...ofAccounts,
  ...ofCasks,
  ...ofStakes,
  ...ofBids,
  ...offerNotices,
  ...ofMessages,
  ...ofSupport,
  ...ofAudits,
  ...ofDecisions,
  ...ofOperations,
};

export type NoticeKind = keyof typeof tables;

export const noticeTable: Record<NoticeKind, NoticeEntry> = tables;

export const isNoticeKind = (name: string): name is NoticeKind => Object.hasOwn(noticeTable, name);
