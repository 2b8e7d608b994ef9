import { type CalendarDate, formatDate, formatPeriod } from "~/domain/calendar-date";

export const walletTabs = { portfolio: "Portfolio", tokens: "Tokens", rewards: "Rewards" } as const;

export const walletTexts = { title: "Wallet" } as const;

export const portfolioTexts = {
  label: "Portfolio",
  invested: "Total invested",
  worth: "Worth now",
  paidOut: "Paid out",
  available: "Available in wallet",
  counted: (date: string) => `Your money in our audit of ${formatDate(date)}`,
} as const;

/** No value of a cask is shown without its day and what it rests on: measured, modelled or an opinion. */
export const valuedLine = ({ date, tier }: { date: string; tier: string }) => `Valued ${date}, ${tier}.`;

export const projectionRisk = "A projection, not a promise. The value can go down as well as up.";

type Basis = { valuedOn: CalendarDate | null; valuedUntil: CalendarDate | null; tier: string | null };

export const returnsTexts = {
  title: "Returns till date",
  notValued: "Not valued yet",
  onTheWay: "On its way to you",
  /** Money that came from stakes sold meanwhile, or left the wallet: neither is part of the stakes held. */
  rest: "Stakes sold, and your wallet",
  basis: ({ valuedOn, valuedUntil, tier }: Basis) => {
    if (valuedOn === null) return null;
    if (valuedUntil === null || valuedUntil === valuedOn) return `value of ${formatDate(valuedOn)}, ${tier}`;
    return `values of ${formatPeriod(valuedOn, valuedUntil)}`;
  },
  atPrice: (stakes: number) => (stakes === 1 ? "1 stake at its price" : `${stakes} stakes at their price`),
} as const;

export const stakeListTexts = { title: "Your stakes", all: (count: number) => `All ${count} stakes` } as const;

export const firstStakeTexts = {
  title: "No stakes yet",
  activated: "What you buy is listed here, with its certificate.",
  notActivated: "Prices, stakes left and dates show once your account is activated.",
  toCasks: "See the casks",
} as const;

export const withdrawalTo = (bankName: string, account: string) => `To ${bankName} ${account}`;
export const withdrawalStates = {
  progress: "in progress",
  sending: "in progress",
  paid: "paid",
  rejected: "rejected",
  cancelled: "cancelled",
  returned: "sent back",
} as const;

type Projected = { amount: string; percent: string; months: number };

export const withdrawTexts = {
  requested: (amount: string, cask: string) => `You asked for ${amount} from ${cask}.`,
  ready: (cask: string, { percent, months }: Omit<Projected, "amount">) =>
    `${cask} returned ${percent} in ${months} months: `,
  basis: ({ date, tier }: { date: string; tier: string }) => `, ${tier} ${date}.`,
  notValued: (cask: string) => `${cask}: not valued yet.`,
  projected: (cask: string, { amount, percent, months }: Projected) =>
    `${cask}: ${amount} projected, ${percent} over ${months} months.`,
  from: (date: string) => `Its return can be withdrawn from ${date}.`,
} as const;

export const withdrawDialogTexts = {
  title: (amount: string) => `Withdraw ${amount}?`,
  where: "Where the money goes",
  bank: "Bank account",
  crypto: "Crypto wallet",
  confirm: "Confirm Request",
  cancel: "Cancel",
} as const;

export const tokenPanelTexts = {
  label: "Tokens",
  notRead: "We could not load your balance just now. Reload the page to see it.",
} as const;

export const openPaymentTexts = {
  finishThis: (name: string) => `Finish the payment of ${name}`,
  cancelThis: (name: string) => `Cancel the payment of ${name}`,
  left: (mode: "Bank" | "Crypto", minutes: number) =>
    `${mode === "Bank" ? "By card" : "In crypto"}, ${minutes === 1 ? "1 minute" : `${minutes} minutes`} left`,
} as const;
