import { formatDate } from "~/domain/calendar-date";
import { kindNames } from "./casks";
import { EVIDENCE_PATH } from "./page-paths";

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

export const evidenceAsOf = (day: string) => `Papers as known now, values as of the end of ${formatDate(day)} (UTC).`;

export const evidencePage = {
  path: EVIDENCE_PATH,
  title: "Papers of every cask",
  description: "The papers and values of each cask, and what is missing.",
  lead: "Every cask we have ever offered. Open one to see its papers and its values.",
  have: (count: number) =>
    count === 0 ? "No papers yet" : `${count === KINDS ? `All ${KINDS}` : `${count} of ${KINDS}`} kinds of paper`,
  soldOn: (day: string) => `sold ${formatDate(day)}`,
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
    missing: "missing",
    missingCount: (missing: number, kinds: number) => `${missing} of ${kinds} papers missing or expired`,
    missingText: ". Until we have them, you have only our word.",
    states: { valid: "valid", expired: "expired", replaced: "replaced by a newer one" },
    expires: (day: string) => `expires ${formatDate(day)}`,
    from: (issuer: string, day: string) => `${issuer}, ${formatDate(day)}`,
    holders: "for holders, on the page of their stake",
    open: "Open",
    openOf: (kind: string, day: string) => ` ${kind} of ${formatDate(day)}`,
    hash: "SHA-256",
    hashNote:
      "The SHA-256 is the file’s fingerprint: if the file changes, so does the fingerprint. It is also in each day’s audit.",
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
