import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { countCasks } from "~/areas/proof/read-audit";
import { type ProofFigures, readFigures, waitsInWords, waited } from "~/areas/proof/read-figures";
import { company } from "~/content/company";
import { publicPageMeta } from "~/content/page-meta";
import {
  AUDIT_PATH,
  EVIDENCE_PATH,
  EXITS_PATH,
  FEES_PATH,
  PROOF_PATH,
  TIMES_PATH,
  VERIFY_PATH,
  WAYS_OUT_PATH,
} from "~/content/page-paths";
import { countOf, formatCount } from "~/domain/audit/audit-pages";
import { formatDate } from "~/domain/calendar-date";
import { CONFIRMED_DAYS } from "~/domain/confirmed";
import { formatUsd } from "~/domain/money";
import { percentOf } from "~/domain/returns";
import type { PageHandle } from "~/server/page-handle";
import { Links, ProofPage } from "~/ui/proof-page";

// The page of what is proved and what is not. Everything here can be read without an account. Bad news is told as
// plainly as good.

const texts = {
  path: PROOF_PATH,
  title: "Why believe it?",
  description:
    "Does the cask exist, is it mine, was it sold twice, is the price honest, can I get out, who pays me: six answers, each with its proof.",
  lead: "Six questions for anyone who sells parts of casks, with our newest figures and proofs.",
  limits: {
    title: "What this does not prove",
    text: "Proof of reserves is not an audit by an accountant, and you cannot know from it whether the warehouse keeper lies, we invent a cask, the valuer gains by it, returns are paid with new money, two of us sell a cask too cheaply, or we hide debts or borrow for the night. If something does not add up, do not buy, and tell us and others: ",
    email: company.support.email,
  },
} as const;

/** The six questions, each with its newest figure. */
function answerAll({ audit, day, casks, exits, record, times }: ProofFigures) {
  const none = "No figure has been published yet.";
  const on = audit && formatDate(audit.date);
  const counts = audit && countCasks(audit);
  // A certificate stays valid after its cask was sold, for the record.
  const held = audit && countCasks({ casks: audit.casks.filter((cask) => cask.ended_on === null) });
  const counted = counts && `${countOf(counts.total, "stake")} of ${countOf(counts.casks, "cask")} counted`;
  const differs = audit?.result === "FAIL" ? `, but not everything agrees: ${audit.reason}` : ".";
  const paid = times.withdrawals.figures;
  const ended =
    exits.ended === 0 ? "no cask has ended" : `${countOf(exits.ended, "cask")} ended, ${exits.lost} with a loss`;
  return [
    {
      id: "exists",
      question: "Does the cask exist?",
      text: "Its page shows the documents we have, those we lack, and when the warehouse last confirmed it.",
      figure: `${formatDate(day)}: ${countOf(casks.casks, "cask")} on sale or held. ${formatCount(casks.confirmed)} confirmed by the warehouse within ${CONFIRMED_DAYS} days.`,
      isBad: casks.confirmed < casks.casks,
      links: [{ href: EVIDENCE_PATH, label: "All documents" }],
    },
    {
      id: "mine",
      question: "Is it mine?",
      text: "Anyone can check your certificate by its code. A small file proves it without us, even years from now.",
      figure: held
        ? `${on}: ${countOf(held.issued, "stake")} held, ${countOf(held.certificates, "certificate")} valid.`
        : none,
      isBad: held !== null && held.issued !== held.certificates,
      links: [
        { href: "/verify", label: "Check a certificate" },
        { href: `${VERIFY_PATH}#proof`, label: "A proof to keep" },
      ],
    },
    {
      id: "twice",
      question: "Was it sold twice?",
      text: "Each night’s audit lists every stake in every cask once. Your browser can count them again.",
      figure: audit ? `${on}: ${audit.result}. ${counted}${differs}` : none,
      isBad: audit?.result === "FAIL",
      links: [
        { href: AUDIT_PATH, label: "The latest audit" },
        { href: VERIFY_PATH, label: "Count again" },
      ],
    },
    {
      id: "price",
      question: "Is the price honest?",
      text: "Every value stays published, with who gave it and, once a cask is sold, what it brought.",
      figure: record
        ? `So far, half of ${countOf(record.values, "value")} of sold casks were off by ${percentOf(record.medianPoints).toFixed(1)}% or less.`
        : "So far, no sold cask had been valued.",
      isBad: !record || record.biasPoints < 0,
      links: [
        { href: EVIDENCE_PATH, label: "All values" },
        { href: EXITS_PATH, label: "Were they right?" },
      ],
    },
    {
      id: "out",
      question: "Can I get out?",
      text: "Rarely before the cask is sold, and no one can promise you a buyer.",
      figure: `So far, ${ended}. ${paid ? `Half of the withdrawals were paid within ${waited(paid.medianMs)}, ${formatCount(paid.late)} late.` : "Too few withdrawals to measure."}`,
      isBad: exits.lost > 0 || (paid?.late ?? 0) > 0,
      links: [
        { href: WAYS_OUT_PATH, label: "The ways out" },
        { href: TIMES_PATH, label: "How long we take" },
      ],
    },
    {
      id: "pays",
      question: "Who pays me?",
      text: "The buyer of a cask, after costs. A buy-back, a 24-month return or a reward is paid by us, with no cask sold, and rests on us alone. Your statement says which, for each amount.",
      figure: audit
        ? `${on}: ${formatUsd(audit.money.held_cents)} held for investors, ${formatUsd(audit.money.owed_cents)} owed. So far, ${countOf(exits.sales, "cask")} sold to others and ${formatCount(exits.ended - exits.sales)} bought back by us.`
        : none,
      isBad: audit !== null && audit.money.held_cents < audit.money.owed_cents,
      links: [{ href: FEES_PATH, label: "What we earn" }],
    },
  ];
}

const service = {
  title: "How long we take",
  lead: (from: string, to: string) =>
    `What we promise, and how long people really waited from ${formatDate(from)} to ${formatDate(to)} (UTC). A request that is overdue and still waiting counts as late.`,
  clocks: [
    {
      clock: "withdrawals",
      title: "Withdrawals",
      promise: "Processed within 24 hours, from the end of the 48-hour hold, if there is one, to the bank transfer.",
    },
    {
      clock: "answers",
      title: "Answers to support",
      promise: "Answered within 24 hours on working days, from the request to the first answer.",
    },
    { clock: "certificates", title: "Certificates", promise: "Ready in 48 hrs, from the purchase to the file." },
  ],
} as const;

export const meta = () => publicPageMeta(texts);

export const handle: PageHandle = { minute: [] };

/** The newest audit's file and one round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  const figures = await readFigures(context);
  return json({ answers: answerAll(figures), times: figures.times });
}

const plain = "text-copper underline underline-offset-4";

export default function Proof() {
  const { answers, times } = useLoaderData<typeof loader>();
  const { limits } = texts;
  return (
    <ProofPage title={texts.title} lead={texts.lead} back={{ href: "/" }}>
      <ol className="divide-y divide-peat-30 border-y border-peat-30">
        {answers.map(({ id, question, text, figure, isBad, links }) => (
          <li key={id} id={id} className="py-4">
            <h2 className="display text-lg">{question}</h2>
            <p className="mt-1">{text}</p>
            <Figure text={figure} isBad={isBad} />
            <Links links={links} />
          </li>
        ))}
      </ol>
      <section id="times" aria-labelledby="times-title">
        <h2 id="times-title" className="display text-lg">
          {service.title}
        </h2>
        <p className="mt-1 text-sm">{service.lead(times.from, times.day)}</p>
        {service.clocks.map(({ clock, title, promise }) => (
          <div key={clock} className="mt-3 text-sm">
            <h3 className="text-base font-semibold">{title}</h3>
            <p>{promise}</p>
            <Figure text={waitsInWords(times[clock])} isBad={(times[clock].figures?.late ?? 0) > 0} />
          </div>
        ))}
      </section>
      <section id="limits" aria-labelledby="limits-title" className="rounded-md bg-barley p-4 text-sm">
        <h2 id="limits-title" className="display mb-1 text-lg">
          {limits.title}
        </h2>
        <p>
          {limits.text}
          <a href={`mailto:${limits.email}`} className={plain}>
            {limits.email}
          </a>
        </p>
      </section>
    </ProofPage>
  );
}

function Figure({ text, isBad }: { text: string; isBad: boolean }) {
  const look = isBad ? "border-brick" : "border-moss";
  return <p className={`figures mt-2 border-l-2 pl-3 text-sm font-semibold wrap-anywhere ${look}`}>{text}</p>;
}
