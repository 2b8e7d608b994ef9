import type { AuditedCask } from "~/domain/audit/audit-files";
import { type CalendarDate, formatDate } from "~/domain/calendar-date";
import { CONFIRMED_DAYS } from "~/domain/confirmed";
import { formatUsd } from "~/domain/money";
import { percentOf } from "~/domain/returns";
import type { ValueRecord } from "~/domain/value-record";
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
  lead: "Six questions for anyone who sells parts of casks, with our newest figures and proofs.",
  answers: [
    {
      id: "exists",
      question: "Does the cask exist?",
      text: "Its page shows the documents we have, those we lack, and when the warehouse last confirmed it.",
      links: [{ href: EVIDENCE_PATH, label: "All documents" }],
    },
    {
      id: "mine",
      question: "Is it mine?",
      text: "Anyone can check your certificate by its code. A small file proves it without us, even years from now.",
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
      text: "Every value stays published, with who gave it and, once a cask is sold, what it brought.",
      links: [
        { href: EVIDENCE_PATH, label: "All values" },
        { href: EXITS_PATH, label: "Were they right?" },
      ],
    },
    {
      id: "out",
      question: "Can I get out?",
      text: "Rarely before the cask is sold, and no one can promise you a buyer.",
      links: [
        { href: WAYS_OUT_PATH, label: "The ways out" },
        { href: TIMES_PATH, label: "How long we take" },
      ],
    },
    {
      id: "pays",
      question: "Who pays me?",
      text: "The buyer of a cask, after costs. A buy-back, a 24-month return or a reward is paid by us, with no cask sold, and rests on us alone. Your statement says which, for each amount.",
      links: [{ href: FEES_PATH, label: "What we earn" }],
    },
  ],
  limits: {
    title: "What this does not prove",
    text: "Proof of reserves is not an audit by an accountant, and you cannot know from it whether the warehouse keeper lies, we invent a cask, the valuer gains by it, returns are paid with new money, two of us sell a cask too cheaply, or we hide debts or borrow for the night. If something does not add up, do not buy, and tell us and others: ",
    email: company.support.email,
  },
} as const;

export const proofTexts = {
  asOf: (day: string) => `As of the end of ${formatDate(day)} (UTC).`,
  why: "Why believe it?",
} as const;

const number = new Intl.NumberFormat("en-US");
const count = (many: number, word: string) => `${number.format(many)} ${word}${many === 1 ? "" : "s"}`;

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
} as const;

// The newest figure to each of the six questions, in a sentence. Bad news is told as plainly as good.

/** `figures` is null for too few. */
export type Waits = { count: number; figures: { medianMs: number; slowestMs: number; late: number } | null };

export type ServiceTimes = {
  from: CalendarDate;
  day: CalendarDate;
  withdrawals: Waits;
  answers: Waits;
  certificates: Waits;
};

export type ProofFigures = {
  /** null: no day has been audited yet. Stakes: `total` of all, `issued` of those held. */
  audit:
    | (Pick<AuditedCask, "result" | "reason" | "total" | "issued"> & {
        date: CalendarDate;
        casks: number;
        certificates: number;
        heldCents: number;
        owedCents: number;
      })
    | null;
  /** For sale or held; with a delivery order; confirmed by their warehouse within 35 days. */
  casks: { day: CalendarDate; casks: number; delivered: number; confirmed: number };
  exits: { ended: number; sales: number; lost: number };
  /** All values of ended casks; null: there was none. */
  record: ValueRecord | null;
  times: ServiceTimes;
};

type ToldFigure = { isBad: boolean; text: string };
const told = (text: string, isBad = false): ToldFigure => ({ text, isBad });

export function tellFigures({ audit, casks, exits, record, times }: ProofFigures) {
  const none = told("No figure has been published yet.");
  const on = audit && formatDate(audit.date);
  const counted = audit && `${count(audit.total, "stake")} of ${count(audit.casks, "cask")} counted`;
  const paid = times.withdrawals.figures;
  const ended =
    exits.ended === 0 ? "no cask has ended" : `${count(exits.ended, "cask")} ended, ${exits.lost} with a loss`;
  return {
    exists: told(
      `${formatDate(casks.day)}: ${count(casks.casks, "cask")} on offer or held. ${number.format(casks.confirmed)} confirmed by the warehouse within ${CONFIRMED_DAYS} days, ${number.format(casks.delivered)} with a delivery order.`,
      casks.confirmed < casks.casks,
    ),
    mine: audit
      ? told(
          `${on}: ${count(audit.issued, "stake")} held, ${count(audit.certificates, "certificate")} valid.`,
          audit.issued !== audit.certificates,
        )
      : none,
    twice:
      audit?.result === "FAIL"
        ? told(`${on}: FAIL. ${counted}, but not everything agrees: ${audit.reason}`, true)
        : audit
          ? told(`${on}: PASS. ${counted}.`)
          : none,
    price: record
      ? told(
          `So far, half of ${count(record.values, "value")} of sold casks were off by ${percentOf(record.medianPoints).toFixed(1)}% or less.`,
          record.biasPoints < 0,
        )
      : told("So far, no sold cask had been valued.", true),
    out: told(
      `So far, ${ended}. ${paid ? `Half of the withdrawals were paid within ${waited(paid.medianMs)}, ${number.format(paid.late)} late.` : "Too few withdrawals to measure."}`,
      exits.lost > 0 || (paid?.late ?? 0) > 0,
    ),
    pays: audit
      ? told(
          `${on}: ${formatUsd(audit.heldCents)} held for investors, ${formatUsd(audit.owedCents)} owed. So far, ${count(exits.sales, "cask")} sold to others and ${number.format(exits.ended - exits.sales)} bought back by us.`,
          audit.heldCents < audit.owedCents,
        )
      : none,
  } satisfies Record<(typeof proofPage.answers)[number]["id"], ToldFigure>;
}
