import { formatDate } from "~/domain/calendar-date";
import { company } from "./company";
import {
  AUDIT_PATH,
  EVIDENCE_PATH,
  EXITS_PATH,
  FEES_PATH,
  PROOF_PATH,
  TIMES_PATH,
  VERIFY_PATH,
  WAYS_OUT_PATH,
} from "./page-paths";

// What is proved and what is not. Everything here can be read without an account.

const lies = (title: string, reveals: string) => ({ title, reveals });
const payer = (source: string, text: string) => ({ source, text });

export const proofPage = {
  path: PROOF_PATH,
  title: "Why believe it?",
  description:
    "Does the cask exist, is it mine, was it sold twice, is the price honest, can I get out, who pays me: six answers, each with its proof.",
  lead: "Six questions for anybody who sells parts of casks, with our newest figures and proofs.",
  answers: [
    {
      id: "exists",
      question: "Does the cask exist?",
      text: "Its page shows the papers we have, those we lack, and when the warehouse last confirmed it.",
      links: [{ href: EVIDENCE_PATH, label: "All papers" }],
    },
    {
      id: "mine",
      question: "Is it mine?",
      text: "Anybody can check your certificate by its code. A small file proves it without us, even years from now.",
      links: [
        { href: "/verify", label: "Check a certificate" },
        { href: `${VERIFY_PATH}#proof`, label: "A proof to keep" },
      ],
    },
    {
      id: "twice",
      question: "Was it sold twice?",
      text: "Each night’s audit lists every stake in every cask once. Your browser can count them again.",
      links: [
        { href: AUDIT_PATH, label: "The latest audit" },
        { href: VERIFY_PATH, label: "Count again" },
      ],
    },
    {
      id: "price",
      question: "Is the price honest?",
      text: "Every value stays published, with who gave it and, once a cask has ended, what it brought.",
      links: [
        { href: EVIDENCE_PATH, label: "All values" },
        { href: EXITS_PATH, label: "Were they right?" },
      ],
    },
    {
      id: "out",
      question: "Can I get out?",
      text: "Rarely before the cask is sold, and nobody can promise you a buyer.",
      links: [
        { href: WAYS_OUT_PATH, label: "The ways out" },
        { href: TIMES_PATH, label: "How long we take" },
      ],
    },
    {
      id: "pays",
      question: "Who pays me?",
      text: "Your statement says which, for each amount:",
      links: [{ href: FEES_PATH, label: "What we earn" }],
    },
  ],
  payers: [
    payer("Sale of the cask", "its buyer, after costs"),
    payer("Buy-back", "we do, at a price that we set"),
    payer("Return of a cycle", "we do, with no cask sold, so it rests on us alone"),
    payer("Rewards", "we do, as a gift"),
  ],
  limits: {
    title: "What this does not prove",
    /** In parts: those with an address are links. */
    noAudit: [
      ["Proof of reserves is not an audit by an accountant: the "],
      [
        "PCAOB",
        "https://pcaobus.org/news-events/news-releases/news-release-detail/investor-advisory-exercise-caution-with-third-party-verification-proof-of-reserve-reports",
      ],
      [" and the "],
      ["SEC’s chief accountant", "https://www.sec.gov/news/statement/munter-statement-crypto-072723"],
      [" said so in 2023."],
    ],
    lead: "Nothing above rules this out:",
    rows: [
      lies("The warehouse keeper lies", "A document shows who said it. Have the cask measured."),
      lies("We invent a cask", "Forged papers add up, too. Ask the keeper whether they know its number."),
      lies("A valuation serves whoever gives it", "Compare earlier values with sales."),
      lies("Returns are paid with new money", "Watch for returns without sales, and slower withdrawals."),
      lies("Two of us sell a cask too cheaply", "Compare the price with its last value."),
      lies("We hide debts or borrow for the night", "Only an auditor sees into our bank account, and none has yet."),
      lies("We rewrite history", "A hash or proof that you kept would show it."),
    ],
  },
  ask: {
    title: "Still in doubt?",
    text: "Do not buy. If something does not add up, tell us and others: ",
    email: company.support.email,
  },
} as const;

export const proofTexts = {
  asOf: (day: string) => `As of the end of ${formatDate(day)} (UTC).`,
  none: {
    title: "Not published yet",
    text: "This page is written once a day, and nothing has been published so far. Check again in a few minutes.",
  },
  why: "Why believe it?",
} as const;
