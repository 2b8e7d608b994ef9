export type WalletTab = "portfolio" | "tokens" | "rewards";

export type ValuationTier = "measured" | "modelled" | "opinion";

export type Returns = {
  percent: number | null;
  /** First purchase; the percentage runs from here. */
  since: string | null;
  realisedCents: number;
  /** null: not valued yet. */
  unrealisedCents: number | null;
  valuedOn: string | null;
  tier: ValuationTier | null;
};

export type WithdrawStatus =
  | { state: "progress"; caskName: string; amountCents: number }
  | { state: "withdrawable"; caskName: string; amountCents: number; percent: number; months: number }
  | {
      state: "days";
      days: number;
      caskName: string;
      projectedCents: number | null;
      percent: number | null;
      months: number;
    }
  | { state: "none" };

export type BillingRow = {
  id: string;
  name: string;
  /** Such as 'Stake 17 of 60'; empty for the joining fee. */
  detail: string;
  amountCents: number;
  date: string;
  state: "paid" | "refunding" | "refunded" | "frozen";
  certificate: { state: "ready"; href: string } | { state: "pending" } | { state: "void" } | { state: "none" };
};

export type WithdrawalRow = {
  id: string;
  name: string;
  amountCents: number;
  date: string;
  state: "progress" | "paid" | "rejected";
  /** Bank reference, reason of the rejection, or the date it waits for. */
  note: string | null;
};

export type PortfolioView = {
  tab: "portfolio";
  totalInvestedCents: number;
  returns: Returns;
  paidOutCents: number;
  availableCents: number;
  /** Offered when the wallet's own balance can be withdrawn now. */
  withdrawBalanceHref: string | null;
  withdraw: WithdrawStatus;
  history: BillingRow[];
  /** The payment after which older ones follow; null: these are all. */
  olderBefore: string | null;
  withdrawals: WithdrawalRow[];
};

export type TokensView = {
  tab: "tokens";
  /** null: the balance could not be read. */
  count: number | null;
  badge: "locked" | "member" | "holder";
  earned: { id: string; text: string; tokens: number; date: string }[];
};

export type ReferralRow = { id: string; contact: string; status: "staked" | "inactive"; amountCents: number };

export type RewardsView = {
  tab: "rewards";
  pendingCents: number;
  paidCents: number;
  canRefer: boolean;
  /** The share link; null while there is no referral code. */
  shareLink: string | null;
  referrals: ReferralRow[];
};

export type WithdrawFieldName = "holder_name" | "bank_name" | "ifsc_code" | "account_number";

export type WithdrawDialogView = {
  dialog: "withdraw";
  method: "bank" | "crypto";
  amountCents: number;
  /** What is withdrawn, such as 'Return of Loch Ardel Hogshead, cycle 1'. */
  source: string;
  values: Partial<Record<WithdrawFieldName, string>>;
  errors: Partial<Record<WithdrawFieldName, string>>;
  hints: Partial<Record<WithdrawFieldName, string>>;
  alert: string | null;
  /** Set when the request must wait after a change of bank details. */
  waitsUntil: string | null;
  /** Sent back unchanged with the form. */
  hidden: { name: string; value: string }[];
};

export type ShareDialogView = { dialog: "share"; link: string };
