import { formatDate } from "~/domain/calendar-date";
import { CONFIRMED_DAYS } from "~/domain/confirmed";
import { CYCLE_MONTHS } from "~/domain/cycles";
import { formatUsd } from "~/domain/money";
import type { ProofFigures } from "~/domain/proof-figures";
import type { Waits } from "~/domain/service-clock";
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
      text: "The buyer of a cask, after costs. A buy-back, the return of a cycle or a reward is paid by us, with no cask sold, and rests on us alone. Your statement says which, for each amount.",
      links: [{ href: FEES_PATH, label: "What we earn" }],
    },
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
    unknown:
      "You cannot know from it whether the warehouse keeper lies, we invent a cask, whoever values one gains by it, returns are paid with new money, two of us sell a cask too cheaply, or we hide debts or borrow for the night.",
    doubt: "If something does not add up, do not buy, and tell us and others: ",
    email: company.support.email,
  },
} as const;

/** On the pages that it leads to. */
export const proofTexts = {
  asOf: (day: string) => `As of the end of ${formatDate(day)} (UTC).`,
  why: "Why believe it?",
} as const;

const number = new Intl.NumberFormat("en-US");
const count = (many: number, word: string) => `${number.format(many)} ${word}${many === 1 ? "" : "s"}`;

// How long people really waited, beside what we say.

const HOUR_MS = 3_600_000;

/** '3 hours', '2 days 4 hours'; started hours count as full ones. */
function waited(ms: number): string {
  if (ms < HOUR_MS) return "less than 1 hour";
  const hours = Math.ceil(ms / HOUR_MS);
  if (hours < 48) return count(hours, "hour");
  const rest = hours % 24;
  return `${count(Math.floor(hours / 24), "day")}${rest === 0 ? "" : ` ${count(rest, "hour")}`}`;
}

export const serviceTexts = {
  title: "How long we take",
  lead: (from: string, to: string) =>
    `What we promise, and how long people really waited from ${formatDate(from)} to ${formatDate(to)} (UTC). A request that is overdue and still waiting counts as late.`,
  link: "How long we really take",
  clocks: {
    withdrawals: {
      title: "Withdrawals",
      promise: "Processed within 24 hours, from the end of the 48-hour hold, if there is one, to the bank transfer.",
    },
    answers: {
      title: "Answers to support",
      promise: "Answered within 24 hours on working days, from the request to the first answer.",
    },
    certificates: { title: "Certificates", promise: "Ready in 48 hrs, from the purchase to the file." },
  },
  measured: ({ count, figures }: Waits) =>
    figures
      ? `Half were done within ${waited(figures.medianMs)}, the slowest took ${waited(figures.slowestMs)}. Late: ${figures.late === 0 ? "none" : figures.late} of ${count}.`
      : `Too few yet to measure: ${count}.`,
  waited,
} as const;

// The newest figure to each of the six questions, in a sentence. Bad news is told as plainly as good.

export type ToldFigure = { isBad: boolean; text: string };
const told = (text: string, isBad = false): ToldFigure => ({ text, isBad });

const NO_FIGURE = told("No figure has been published yet.");

/** Where the money of casks that ended came from. */
function sayEnded({ sales, ended }: ProofFigures["exits"]): string {
  if (ended === 0) return "So far, no cask has been sold.";
  const sold = sales === 0 ? "no cask" : count(sales, "cask");
  return `So far, ${sold} sold to others and ${ended === sales ? "none" : number.format(ended - sales)} bought back by us.`;
}

export const figureTexts = {
  exists: ({ casks }: ProofFigures) => {
    if (casks.casks === 0) return told(`${formatDate(casks.day)}: no cask is on offer or held.`);
    return told(
      `${formatDate(casks.day)}: ${count(casks.casks, "cask")} on offer or held. ${number.format(casks.confirmed)} confirmed by the warehouse within ${CONFIRMED_DAYS} days, ${number.format(casks.delivered)} with a delivery order.`,
      casks.confirmed < casks.casks,
    );
  },
  mine: ({ audit }: ProofFigures) =>
    audit
      ? told(
          `${formatDate(audit.date)}: ${count(audit.counts.issued, "stake")} held, ${count(audit.certificates, "certificate")} valid.`,
          audit.counts.issued !== audit.certificates,
        )
      : NO_FIGURE,
  twice: ({ audit }: ProofFigures) => {
    if (!audit) return NO_FIGURE;
    const counted = `${count(audit.counts.total, "stake")} of ${count(audit.counts.casks, "cask")}`;
    if (audit.result === "PASS") return told(`${formatDate(audit.date)}: PASS. ${counted} counted.`);
    return told(
      `${formatDate(audit.date)}: FAIL. ${counted} counted, but not everything agrees: ${audit.reason ?? ""}`,
      true,
    );
  },
  price: ({ casks }: ProofFigures) => {
    const all = count(casks.held, "cask");
    return casks.unvalued === 0
      ? told(`${formatDate(casks.day)}: of ${all} that investors hold, every one has been valued since it was issued.`)
      : told(
          `${formatDate(casks.day)}: of ${all} that investors hold, ${number.format(casks.unvalued)} ${casks.unvalued === 1 ? "has" : "have"} had no value but our own price.`,
          true,
        );
  },
  out: ({ exits, withdrawals }: ProofFigures) => {
    const ended =
      exits.ended === 0
        ? "no cask has ended"
        : `${count(exits.ended, "cask")} ended, ${number.format(exits.lost)} with a loss, ${number.format(exits.late)} after more than ${CYCLE_MONTHS} months`;
    const figures = withdrawals.figures;
    const paid = figures
      ? `Half of the withdrawals were paid within ${serviceTexts.waited(figures.medianMs)}, ${number.format(figures.late)} late.`
      : "Too few withdrawals to measure.";
    return told(`So far, ${ended}. ${paid}`, exits.lost > 0 || (figures?.late ?? 0) > 0);
  },
  pays: ({ audit, exits }: ProofFigures) => {
    if (!audit) return NO_FIGURE;
    const money = `${formatDate(audit.date)}: ${formatUsd(audit.heldCents)} held for investors, ${formatUsd(audit.owedCents)} owed.`;
    return told(`${money} ${sayEnded(exits)}`, audit.heldCents < audit.owedCents);
  },
} as const;
