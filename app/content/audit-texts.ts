import type { AuditedCask } from "~/domain/audit/audit-files";
import { formatDate } from "~/domain/calendar-date";

const count = new Intl.NumberFormat("en-US");
const many = (number: number, one: string) => `${count.format(number)} ${number === 1 ? one : `${one}s`}`;

type Counts = Pick<AuditedCask, "total" | "issued" | "reserved" | "free" | "void">;

const others = ({ reserved, free, void: ended }: Pick<Counts, "reserved" | "free" | "void">) =>
  `${reserved > 0 ? `${count.format(reserved)} reserved, ` : ""}${count.format(free)} free${ended > 0 ? `, ${count.format(ended)} void` : ""}`;

export const auditTexts = {
  title: "Daily audit",
  description:
    "Every night: each cask with its stakes sold and free, every stake by its register mark, money held against money owed, and a program that checks it.",
  lead: "Counts, money and ledger agree. Count them again yourself, in this browser.",
  dayTitle: (date: string) => `Audit of ${formatDate(date)}`,
  none: {
    title: "No audit yet",
    text: "The first one is made the night after the first cask is published.",
  },
  casks: {
    title: "Casks",
    empty: "No cask was published on this day.",
    sum: ({ casks, total, ...counts }: Counts & { casks: number }) => ({
      start: many(total, "stake"),
      end: ` in ${many(casks, "cask")}: ${count.format(counts.issued)} sold, ${others(counts)}`,
    }),
    ofCask: ({ total, certificates_valid: valid, ...counts }: Counts & { certificates_valid: number }) =>
      `${count.format(counts.issued)} of ${count.format(total)} sold, ${others(counts)}${valid === counts.issued ? "" : `, ${many(valid, "certificate")}`}`,
  },
  money: {
    title: "Money",
    short: (held: string, owed: string) => `${held} held, ${owed} owed`,
    rows: [
      ["held_cents", "Held for investors"],
      ["owed_cents", "Owed"],
      ["wallets_cents", "in wallets and orders"],
      ["rewards_pending_cents", "rewards not yet paid"],
      ["withdrawals_open_cents", "withdrawals on their way"],
      ["unsettled_cents", "unsettled, or being refunded"],
      ["cask_proceeds_cents", "from sold casks, to be shared out"],
    ],
    covered: "What is held covers what is owed.",
  },
  chain: {
    title: "Hash and files",
    text: "Each day includes the hash of the day before. Keep this one: if the past is ever rewritten, it will no longer match.",
    head: "Hash of this day",
    previous: "Day before",
    ledger: (rows: number) => `${count.format(rows)} rows of the ledger, chained to`,
  },
  files: {
    json: "JSON",
    csv: "CSV, made from the JSON and not covered by its hash",
    key: "Key that signs it",
    check: "Check it in this browser",
  },
  earlier: { title: "Earlier days" },
} as const;

export const pageTexts = {
  label: "Pages",
  of: (page: number, pages: number) => `Page ${page} of ${pages}`,
  next: "Next page",
  previous: "Previous page",
} as const;

/** Beside a certificate: where its stake stands in the audit. */
export const markTexts = {
  title: "In the public audit",
  label: "Register mark",
  yesterday: "In yesterday’s audit",
  on: (date: string) => `In the audit of ${formatDate(date)}`,
  coming: (date: string) => `In the audit of ${formatDate(date)}, once that day is over`,
  listed: "This stake’s line in the public list of its cask. The mark names no one.",
  proof: "Download the proof",
  proofText: "One small file that lets anyone check, years from now and without us, that this certificate was counted.",
} as const;

export const auditListTexts = {
  title: (name: string) => `Stakes of ${name}`,
  lead: (date: string) => `Every stake, as it stood at the end of ${formatDate(date)}.`,
  /** What is reserved is free here. */
  counts: ({ issued, free, reserved, void: ended }: Counts) =>
    `${count.format(issued)} issued · ${count.format(free + reserved)} free · ${count.format(ended)} void`,
  words:
    "As of midnight (UTC) at the end of the day. Sold: issued to a holder. Reserved: held for a checkout that was open at midnight. Void: sold once and since ended, or frozen because its payment is disputed or was reversed.",
  findYours:
    "Your stake’s register mark is on its page in your wallet and on its certificate. The link on your stake’s page brings you to its line here. A mark names no one, and nobody can work it out without the certificate's code.",
  columns: ["Stake", "State", "Register mark"],
  states: { issued: "issued", free: "free", void: "void" },
  signs: { issued: "●", free: "○", void: "✕" },
  noMark: "no certificate",
  hash: "SHA-256 of this list, as given in the day's audit",
  json: "JSON",
} as const;
