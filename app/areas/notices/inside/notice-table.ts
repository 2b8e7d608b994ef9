import type { NoticeEntry } from "./notice";
import { ofAccounts } from "./of-accounts";
import { ofAudits } from "./of-audits";
import { ofBids } from "./of-bids";
import { ofDecisions } from "./of-decisions";
import { ofHoldings } from "./of-holdings";
import { ofOffers } from "./of-offers";
import { ofMessages } from "./of-messages";
import { ofOpenings } from "./of-openings";
import { ofOperations } from "./of-operations";
import { ofPayments } from "./of-payments";
import { ofReturns } from "./of-returns";
import { ofSupport } from "./of-support";
import { ofWithdrawals } from "./of-withdrawals";

const tables = {
  ...ofPayments,
  ...ofWithdrawals,
  ...ofAccounts,
  ...ofHoldings,
  ...ofReturns,
  ...ofBids,
  ...ofOffers,
  ...ofOpenings,
  ...ofMessages,
  ...ofSupport,
  ...ofAudits,
  ...ofDecisions,
  ...ofOperations,
};

export type NoticeKind = keyof typeof tables;

/** Every kind of notice that is sent to a person. The rows of `notice_kinds` are the same names; a test compares them. */
export const noticeTable: Record<NoticeKind, NoticeEntry> = tables;

export const isNoticeKind = (name: string): name is NoticeKind => Object.hasOwn(noticeTable, name);
