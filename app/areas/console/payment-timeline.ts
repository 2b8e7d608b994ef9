import { timelineTexts as texts } from "~/content/console-payment-texts";
import { sectionHref } from "~/content/console-sections";
import { inWords } from "~/content/log-words";
import { accountName } from "~/core/ledger/chart";
import { groupCode } from "~/domain/certificate-code";
import { formatInstant } from "~/domain/instant";
import { formatUsd } from "~/domain/money";
import type { PaidAudit, PaidCertificate, PaidTransfer, PaidWork, PaymentFile, Stray } from "./read-payment";

// What happened to a payment, ours and the provider's, in one order: oldest first.

export type TimelineEntry = {
  atMs: number;
  by: keyof typeof texts.by;
  what: string;
  detail: string | null;
  /** Where it leads on to. */
  href: string | null;
};

export function paymentTimeline(file: PaymentFile): TimelineEntry[] {
  return [
    ...begun(file),
    ...file.events.map(({ id, type, receivedAtMs }) =>
      entry(receivedAtMs, texts.event(type), { by: "provider", detail: id }),
    ),
    ...file.audit.map(ofAudit),
    ...file.transfers.map(ofTransfer),
    ...file.certificates.flatMap(ofCertificate),
    ...file.strays.flatMap(ofStray),
    ...file.letters.flatMap(({ id, error, createdAtMs, resolvedAtMs }) => [
      entry(createdAtMs, texts.letter, { detail: error ?? id, href: sectionHref("trouble") }),
      ...(resolvedAtMs === null ? [] : [entry(resolvedAtMs, texts.letterDone, { detail: error ?? id })]),
    ]),
    ...file.differences.map(({ kind, state, firstSeenMs }) =>
      entry(firstSeenMs, texts.difference(inWords(kind).toLowerCase()), {
        detail: state,
        href: `${sectionHref("trouble")}#differences`,
      }),
    ),
    ...file.work.map(ofWork),
  ].sort((one, other) => one.atMs - other.atMs);
}

const entry = (atMs: number, what: string, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  atMs,
  what,
  by: "us",
  detail: null,
  href: null,
  ...more,
});

/** The checkout is opened by the request that begins the payment; the row that looks at it later keeps the time. */
function begun({ payment, work }: PaymentFile): TimelineEntry[] {
  const created = entry(payment.createdAtMs, texts.created(formatUsd(payment.amountCents)));
  if (payment.sessionId === null) return [created];
  const looksLater = work.find(({ kind }) => kind === "check-payment");
  const openedAtMs = looksLater?.createdAtMs ?? payment.createdAtMs;
  return [created, entry(openedAtMs, texts.checkout, { by: "provider", detail: payment.sessionId })];
}

function ofAudit({ actor, action, detail, createdAtMs }: PaidAudit): TimelineEntry {
  const words: Record<string, string> = texts.actions;
  const operatorId = /^operator:(.+)$/.exec(actor)?.[1];
  return entry(createdAtMs, words[action] ?? inWords(action), {
    detail: [detail, operatorId].filter(Boolean).join(" · ") || null,
    ...(operatorId && { by: "operator", href: `${sectionHref("users")}/${operatorId}` }),
  });
}

/** An account as the books call it; one of the buyer's is theirs. */
const bookName = (account: string): string =>
  account.startsWith("user:")
    ? texts.buyers(inWords(account.split(":")[2] ?? "").toLowerCase())
    : accountName(account).toLowerCase();

function ofTransfer({ debit, credit, amount, currency, reason, createdAtMs }: PaidTransfer): TimelineEntry {
  const sum = currency === "USD" ? formatUsd(amount) : texts.tokens(amount);
  return entry(createdAtMs, texts.transfer(sum, bookName(debit), bookName(credit)), { detail: inWords(reason) });
}

function ofCertificate({ id, code, createdAtMs, issuedAtMs, voidedAtMs }: PaidCertificate): TimelineEntry[] {
  const about = { detail: groupCode(code), href: `${sectionHref("certificates")}/${id}` };
  const steps: [number | null, string][] = [
    [createdAtMs, texts.certificates.made],
    [issuedAtMs, texts.certificates.issued],
    [voidedAtMs, texts.certificates.voided],
  ];
  return steps.flatMap(([atMs, what]) => (atMs === null ? [] : [entry(atMs, what, about)]));
}

function ofStray({ sessionId, receivedCents, state, createdAtMs, updatedAtMs }: Stray): TimelineEntry[] {
  const amount = formatUsd(receivedCents);
  return [
    entry(createdAtMs, texts.stray(amount), { by: "provider", detail: sessionId }),
    ...(state === "refunded" ? [entry(updatedAtMs, texts.strayBack(amount), { detail: sessionId })] : []),
  ];
}

function ofWork({ id, kind, notice, attempts, lastError, availableAtMs, doneAtMs, createdAtMs }: PaidWork) {
  const words: Record<string, string> = texts.work;
  const work = words[notice ?? kind] ?? inWords(notice ?? kind);
  if (doneAtMs !== null) return entry(doneAtMs, work, { detail: lastError });
  const href = sectionHref("trouble");
  if (lastError !== null) return entry(createdAtMs, texts.failing(work, attempts), { detail: lastError, href });
  return entry(createdAtMs, texts.asked(work, formatInstant(availableAtMs)), { detail: id });
}
