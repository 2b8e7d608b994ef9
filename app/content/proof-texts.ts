import { formatDate } from "~/domain/calendar-date";
import { company } from "./company";
import {
  AUDIT_PATH,
  EVIDENCE_PATH,
  EXITS_PATH,
  FEES_PATH,
  PROOF_PATH,
  SERVICE_TIMES_PATH,
  STRESS_PATH,
  VERIFY_PATH,
  WAYS_OUT_PATH,
} from "./page-paths";

// What is proved and what is not. Everything here can be read without an account.

const lies = (title: string, how: string, reveals: string) => ({ title, how, reveals });

export const proofPage = {
  path: PROOF_PATH,
  title: "Why believe it?",
  description:
    "Does the cask exist, is it mine, was it sold twice, is the price honest, can I get out, who pays me: six answers, each with its proof.",
  lead: "Six questions to ask anybody who sells you a part of a cask. Each answer leads to the proof itself, and below them stands what it does not prove.",
  answers: [
    {
      id: "exists",
      question: "Does the cask exist?",
      text: "Each cask has a page with its papers, when it was measured, and who keeps it under which licence. What is missing or has expired is shown as missing or expired.",
      links: [{ href: EVIDENCE_PATH, label: "Papers of every cask" }],
    },
    {
      id: "mine",
      question: "Is it mine?",
      text: "Every stake has a number and a certificate with a code, and anybody can check the code without an account. Each day’s audit lists the marks of all certificates, so you can find yours in it.",
      links: [
        { href: "/verify", label: "Check a certificate" },
        { href: AUDIT_PATH, label: "The latest audit" },
      ],
    },
    {
      id: "twice",
      question: "Was it sold twice?",
      text: "The audit lists every stake number of every cask once, as issued, free or void, and adds them up. A program that you can read and run yourself recomputes all of it, and does not trust us in anything.",
      links: [
        { href: AUDIT_PATH, label: "The latest audit" },
        { href: VERIFY_PATH, label: "Run the check yourself" },
      ],
    },
    {
      id: "price",
      question: "Is the price honest?",
      text: "You see every value a cask was ever given: how it was found, who says so, and what they gain from it. Nothing is edited; a mistake stays in sight, struck through, beside what corrected it.",
      links: [{ href: EVIDENCE_PATH, label: "Values of every cask" }],
    },
    {
      id: "out",
      question: "Can I get out?",
      text: "Only when your cask is sold, or through the return of a cycle of 24 months; nobody can promise you a buyer. You see how every cask so far has ended, those that lost and those that took longer too.",
      links: [
        { href: WAYS_OUT_PATH, label: "The ways out, side by side" },
        { href: EXITS_PATH, label: "How casks ended" },
        { href: SERVICE_TIMES_PATH, label: "How long we take" },
      ],
    },
    {
      id: "pays",
      question: "Who pays me?",
      text: "The buyer of a cask, when it is sold. The return of a cycle comes before that, out of our own money: nothing was sold to pay it, so whether it comes depends on us.",
      links: [
        { href: "#who-pays", label: "Every source of money" },
        { href: STRESS_PATH, label: "If things go badly" },
      ],
    },
  ],
  payers: {
    title: "Who pays you what",
    lead: "These are all. Your statement names one of them beside every amount.",
    rows: [
      {
        source: "Sale of the cask",
        text: "Somebody outside buys the whole cask. What is left after the costs is divided by all its stakes. The price and the costs are public.",
        link: { href: EXITS_PATH, label: "Every sale" },
      },
      {
        source: "Buy-back by us",
        text: "We buy the whole cask ourselves, at a price that we set. It is listed as a buy-back and never as a sale.",
        link: { href: EXITS_PATH, label: "Every buy-back" },
      },
      {
        source: "Return of a cycle",
        text: "After 24 months we pay what the value has risen by, out of our own money. The cask is not sold. What we earn comes from selling stakes: so a return rests on our being able to pay, not on the cask.",
        link: { href: FEES_PATH, label: "What we charge" },
      },
      {
        source: "Promotions and rewards",
        text: "A gift from us for inviting somebody, or on an occasion. It comes out of our own money and has nothing to do with any cask.",
        link: null,
      },
    ],
  },
  limits: {
    title: "What this does not prove, and who could still cheat",
    lead: "A record can show that nobody changed it. It cannot show that what was written down first was true.",
    gap: "What would reveal it:",
    rows: [
      lies(
        "The warehouse keeper lies",
        "A keeper could confirm a cask that is not there, is empty, or belongs to somebody else.",
        "A measurement by somebody else, a visit, or the customs office that has licensed the warehouse. Ask the keeper yourself: the page of each cask says how.",
      ),
      lies(
        "We invent a cask",
        "We could publish a cask with forged papers, and sell stakes of it that add up perfectly.",
        "The keeper, who does not know its number. Papers that are missing are shown as missing: take that as a warning.",
      ),
      lies(
        "A value serves whoever gives it",
        "We value our own casks and sell their stakes, and a broker may want to buy or sell. A high value also makes the return of a cycle look good.",
        "The sales. Each cask that has ended stands beside what it was valued at before.",
      ),
      lies(
        "Returns are paid with new money",
        "Paying earlier buyers with what later ones pay would look like any other return, for as long as there are later ones.",
        "More owed than held in the audit, returns that go on while no cask is ever sold, and withdrawals that take longer and longer.",
      ),
      lies(
        "Two of us work together",
        "Sales and large payouts need two of our staff. Two who agree could sell a cask below its worth to a friend.",
        "The price beside the last value of the cask, which everybody can see, and the log of who did what, which only we can see.",
      ),
      lies(
        "The audit is made of our own data",
        "It proves that our records agree with each other and with what we published before. It does not look into a warehouse or a bank account.",
        "Somebody independent who does. Nobody outside has audited us yet; when somebody has, it will stand here.",
      ),
      lies(
        "History is rewritten",
        "We could compute all days again, so that they agree with each other again.",
        "The number at the head of each day, which goes by mail to whoever asks. One that you kept tells you on which day the story changed.",
      ),
    ],
  },
  ask: {
    title: "Still in doubt?",
    text: "Do not buy. If something here does not add up, tell us, and tell others: ",
    email: company.support.email,
  },
} as const;

export const proofTexts = {
  asOf: (day: string) => `As things stood at the end of ${formatDate(day)} (UTC).`,
  none: {
    title: "Not published yet",
    text: "This page is written once a day. Nothing has been published so far: look again in a few minutes.",
  },
  why: "Why believe it?",
} as const;
