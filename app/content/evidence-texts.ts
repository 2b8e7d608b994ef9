import { formatDate } from "~/domain/calendar-date";
import { kindNames } from "./casks";
import { EVIDENCE_PATH } from "./page-paths";

// What is known of a cask, for everybody.

export const documentNames = {
  "delivery-order": {
    name: "Delivery order",
    proves: "Tells the warehouse to hold the cask for its new owner.",
  },
  "warehouse-confirmation": {
    name: "Warehouse confirmation",
    proves: "The keeper says that the cask is there, and for whom it is held.",
  },
  insurance: { name: "Insurance", proves: "Covers loss and damage in the warehouse, not a fall in value." },
  gauge: { name: "Gauge", proves: "What was in the cask on the day it was measured." },
  photo: { name: "Photo", proves: "The cask head with its number." },
  contract: { name: "Contract", proves: "Shows how the cask was bought." },
} as const;

const KINDS = Object.keys(documentNames).length;

export const evidenceAsOf = (day: string) =>
  `Papers and keepers as known now, values as of the end of ${formatDate(day)} (UTC).`;

export const evidencePage = {
  path: EVIDENCE_PATH,
  title: "Papers of every cask",
  description: "The papers, measurements, values and the warehouse keeper of each cask, and what is missing.",
  lead: "Every cask we have ever offered. Open one to see its papers, its measurements and values, and who keeps it.",
  standing: "Casks on offer or held",
  ended: "Casks that were sold",
  have: (count: number) => (count === KINDS ? `All ${KINDS} kinds of paper` : `${count} of ${KINDS} kinds of paper`),
  isComplete: (count: number) => count === KINDS,
  drawn: (casks: number, complete: number) =>
    `${casks === 1 ? "1 cask" : `${casks} casks`} in the order of the list below: ${complete} with all ${KINDS} kinds of paper, ${casks - complete} with some missing.`,
  none: "No papers yet",
  all: "All casks",
  empty: { title: "No casks yet", text: "As soon as a cask is offered, it is listed here." },
} as const;

export const evidenceTexts = {
  kinds: kindNames,
  facts: {
    number: "Cask number",
    numberUnknown: "not recorded",
    filled: "Filled on",
    storage: "Storage paid until",
    ended: "Sold on",
  },
  documents: {
    title: "Papers",
    lead: "The papers that every cask should have.",
    missing: "missing",
    missingCount: (missing: number, kinds: number) =>
      missing === kinds ? `All ${kinds} papers` : `${missing} of ${kinds} papers`,
    missingText: (missing: number) =>
      missing === 1
        ? " is missing. Until we have it, you have only our word."
        : " are missing. Until we have them, you have only our word.",
    expired: "expired",
    expiredOn: (day: string) => `Expired ${formatDate(day)}. Nothing newer has taken its place.`,
    validUntil: (day: string) => `valid until ${formatDate(day)}`,
    from: (issuer: string, day: string) => `${issuer}, ${formatDate(day)}`,
    holders: "for holders",
    holdersText: "If you hold a stake, open it on your stake’s page.",
    open: "Open",
    openOf: (kind: string, day: string) => ` ${kind} of ${formatDate(day)}`,
    hash: "SHA-256",
    earlier: (count: number) => (count === 1 ? "1 earlier one" : `${count} earlier ones`),
    hashNote:
      "The SHA-256 is the file’s fingerprint: if the file changes, so does the fingerprint. It is also in each day’s audit.",
  },
  gauges: {
    title: "Measured",
    none: "Nobody has measured it since it was filled. How much is left in it is not known.",
    by: "by",
    litres: (tenths: number) => `${(tenths / 10).toFixed(1)} L`,
    percent: (tenths: number) => `${(tenths / 10).toFixed(1)} %`,
  },
  values: {
    title: "Values of one stake",
    lead: "All of them, latest first. Entries are never edited.",
    none: "Not valued yet.",
    tiers: { issue: "issue price", measured: "measured", modelled: "modelled", opinion: "opinion" },
    how: (method: string, source: string) => `${method}. Source: ${source}`,
    corrected: (day: string) => `Corrected ${formatDate(day)}`,
    reason: (reason: string) => `Reason: ${reason}`,
    noReason: "No reason was given.",
    enteredOn: (day: string) => `entered ${formatDate(day)}`,
  },
  keeper: {
    title: "Who keeps it",
    none: (warehouse: string) =>
      `We have not recorded who keeps ${warehouse}, or under which licence. Ask us before you rely on it.`,
    keeper: "Keeper",
    address: "Address",
    licence: "Licence number",
    licenceUnknown: "not known to us",
    contact: "Contact",
    askTitle: "Ask the keeper yourself",
    ask: "You do not need to ask us first. Many keepers answer only the owner on their books, which is us: a refusal alone proves nothing, but ‘we have no such cask’ does. You could write:",
    letter: (cask: string, number: string | null, warehouse: string) =>
      `Please confirm whether ${number ? `cask number ${number} (${cask})` : `the cask ‘${cask}’`} is held at ${warehouse}, since when, for whom, and when it was last measured.`,
  },
} as const;

/** Which party made a value, and what it has to gain by it. */
export const valueAuthors = {
  provider: {
    made: "Made by us.",
    gains: "We value our own cask: a high value makes stakes easier to sell.",
  },
  "warehouse-keeper": {
    made: "Made by the warehouse keeper.",
    gains: "The keeper is paid for storing the cask, whatever it is worth.",
  },
  broker: {
    made: "Made by a broker.",
    gains: "A broker may buy or sell the cask later, and earns a fee if it is sold.",
  },
  independent: {
    made: "Made by an independent valuer.",
    gains: "Paid by us for the valuation, whatever it says, and has no part in a sale.",
  },
  unknown: {
    made: "We have no record of who made it.",
    gains: "Read it as ours: a high value makes stakes easier to sell.",
  },
} as const;
