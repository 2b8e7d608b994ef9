import type { AuditedCask, CountedCasks } from "~/domain/audit/audit-files";
import { formatDate } from "~/domain/calendar-date";

// The pages of the daily audit.

const results = { PASS: "PASS", FAIL: "FAIL" } as const;
const count = new Intl.NumberFormat("en-US");

type CountedCask = Pick<AuditedCask, "total" | "issued" | "reserved" | "free" | "void" | "certificates_valid">;

const certificates = (valid: number) => (valid === 1 ? "1 certificate" : `${count.format(valid)} certificates`);

/** What there is none of is left out, but for what is sold and free. */
const listed = (counts: readonly (readonly [number, string])[]) =>
  counts
    .filter(([many, word]) => many > 0 || word === "sold" || word === "free")
    .map(([many, word]) => `${count.format(many)} ${word}`)
    .join(", ");

export const auditTexts = {
  title: "Daily audit",
  description:
    "Every night: each cask with its stakes sold and free, every stake by its register mark, money held against money owed, and a program that checks it.",
  lead: (verdict: string) => `${verdict} Count them again yourself, in this browser.`,
  dayTitle: (date: string) => `Audit of ${formatDate(date)}`,
  results,
  verdict: {
    PASS: "Counts, money and ledger agree.",
    FAIL: "Something does not add up. Below is what the audit found.",
  },
  more: "Hash, signatures and earlier days",
  notRight: "Casks that do not add up",
  none: {
    title: "No audit yet",
    text: "The first one is made the night after the first cask is published.",
  },
  casks: {
    title: "Casks",
    empty: "No cask was published on this day.",
    count: (casks: number) => (casks === 1 ? "1 cask" : `${count.format(casks)} casks`),
    number: (value: number) => count.format(value),
    /** Of all casks together. What is reserved is not sold. */
    sum: ({ total, casks, issued, reserved, free, void: ended }: CountedCasks) => ({
      start: `${count.format(total)} ${total === 1 ? "stake" : "stakes"}`,
      end: ` in ${casks === 1 ? "1 cask" : `${count.format(casks)} casks`}: ${listed([
        [issued, "sold"],
        [reserved, "reserved"],
        [free, "free"],
        [ended, "void"],
      ])}`,
    }),
    ofCask: ({ total, issued, reserved, free, void: ended, certificates_valid: valid }: CountedCask) =>
      [
        `${count.format(issued)} of ${count.format(total)} sold`,
        ...(ended > 0 ? [`${count.format(ended)} void`] : []),
        ...(reserved > 0 ? [`${count.format(reserved)} reserved`] : []),
        // Only where they are not as many as there are stakes sold; the rest is free.
        valid === issued ? `${count.format(free)} free` : certificates(valid),
      ].join(" · "),
    ended: "ended",
    words:
      "As of midnight (UTC) at the end of the day. Sold: issued to a holder. Reserved: held for a checkout that was open at midnight. Void: sold once and since ended, or frozen because its payment is disputed or was reversed.",
  },
  money: {
    title: "Money",
    short: (held: string, owed: string) => `${held} held, ${owed} owed`,
    held: "Held for investors",
    owed: "Owed",
    parts: {
      wallets_cents: "in wallets and orders",
      rewards_pending_cents: "rewards not yet paid",
      withdrawals_open_cents: "withdrawals on their way",
      unsettled_cents: "unsettled, or being refunded",
      cask_proceeds_cents: "from sold casks, to be shared out",
    },
    covered: "What is held covers what is owed.",
  },
  chain: {
    title: "Hash and files",
    text: "Each day includes the hash of the day before. Keep this one: if the past is ever rewritten, it will no longer match.",
    head: "Hash of this day",
    previous: "Day before",
    first: "This is the first day.",
    ledger: (rows: number) => `${count.format(rows)} rows of the ledger, chained to`,
  },
  files: {
    title: "Files",
    json: "JSON",
    csv: "CSV, made from the JSON and not covered by its hash",
    key: "Key that signs it",
    check: "Check it in this browser",
  },
  earlier: {
    title: "Earlier days",
    none: "This is the only one so far.",
    latest: "Latest audit",
  },
  pages: {
    label: "Pages",
    of: (page: number, pages: number) => `Page ${page} of ${pages}`,
    next: "Next page",
    previous: "Previous page",
  },
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
  mark: "Register mark",
  findYours:
    "Your stake’s register mark is on its page in your wallet and on its certificate. The link on your stake’s page brings you to its line here. A mark names no one, and nobody can work it out without the certificate's code.",
  number: "Stake",
  state: "State",
  states: { issued: "issued", free: "free", void: "void" },
  signs: { issued: "●", free: "○", void: "✕" },
  range: (from: number, to: number) => (from === to ? `Stake ${from}` : `Stakes ${from} to ${to}`),
  noMark: "no certificate",
  hash: "SHA-256 of this list, as given in the day's audit",
  back: "The whole audit of this day",
} as const;
