type Refused = {
  status: 403 | 404 | 409 | 429 | 503;
  title: string;
  text: string;
  /** The field of the API call that is wrong. */
  field?: string;
  afterS?: number;
  /** The same form can be sent again. */
  canRetry?: true;
};

const table = {
  "not-offered": {
    status: 404,
    title: "Not for sale to you",
    text: "It was sold, is no longer offered, or is your own. You cannot buy from someone who shares your phone number, email address or bank account either. Nothing was charged.",
  },
  "not-activated": {
    status: 403,
    title: "Activate your account first",
    text: "Stakes can be bought once the joining fee is paid.",
  },
  "already-activated": {
    status: 409,
    title: "Your account is already activated",
    text: "The joining fee is paid once. There is nothing more to pay.",
  },
  "wrong-price": {
    status: 409,
    field: "amount",
    title: "The price has changed",
    text: "The amount does not match the price. Nothing was charged.",
  },
  "sold-out": { status: 409, title: "Sold out", text: "No stakes are left in this cask. Nothing was charged." },
  "not-launched": { status: 409, title: "Not launched yet", text: "You can buy a stake from the launch date on." },
  closed: {
    status: 409,
    title: "Not on sale",
    text: "Stakes in this cask are not sold now: its close date has passed, or the whole cask was sold. You can still finish a payment that you have started. Nothing was charged.",
  },
  "held-by-others": {
    status: 409,
    canRetry: true,
    title: "In another checkout",
    text: "What is left is in other checkouts right now. If it is not paid for, it goes back on sale within 35 minutes. Nothing was charged.",
  },
  "too-many": {
    status: 429,
    afterS: 60,
    canRetry: true,
    title: "Too many payments started",
    text: "You have three payments open, or many were started lately from your account or network. A cask that was held for you several times today without a payment counts too. Nothing was charged. Finish or cancel an open payment in your wallet, or try again later.",
  },
  "provider-down": {
    status: 503,
    afterS: 30,
    canRetry: true,
    title: "The payment provider is not answering",
    text: "Nothing was charged. Please try again in a few minutes, or choose the other payment method.",
  },
  "still-starting": {
    status: 503,
    afterS: 5,
    canRetry: true,
    title: "Your payment is still being started",
    text: "The payment provider is taking a while. We are still holding your stake. Please try again in a few seconds: you will get the same payment.",
  },
  "no-longer-open": {
    status: 409,
    canRetry: true,
    title: "This payment has ended",
    text: "Nothing was charged. You can start a new one.",
  },
} as const satisfies Record<string, Refused>;

export type Refusal = keyof typeof table;

export const refusals: Record<Refusal, Refused> = table;

/** Whether the form can be sent: nothing refuses it, or only what may be over the next time. */
export const isPayable = (problem: Refusal | null): boolean => problem === null || refusals[problem].canRetry === true;

export function answerTo(code: Refusal): { status: number; headers: Record<string, string> } {
  const { status, afterS } = refusals[code];
  return { status, headers: afterS === undefined ? {} : { "Retry-After": String(afterS) } };
}
