import type { PaidCertificate, PaymentEvent, PaymentFile, ReviewedPayment } from "~/areas/console/read-payment";
import { certificateTexts } from "~/content/console-certificate-texts";
import { paymentErrors, paymentEventTexts, paymentTexts as texts } from "~/content/console-payment-texts";
import { sectionHref, sectionTitles } from "~/content/console-sections";
import { inWords } from "~/content/log-words";
import { accountName } from "~/core/ledger/accounts";
import { groupCode } from "~/domain/certificate-code";
import { formatUsd } from "~/domain/money";
import { ConsolePage, type ConsoleFrame } from "~/ui/console/console-page";
import { ConsoleTable } from "~/ui/console/console-table";
import { Refusal } from "~/ui/console/form-parts";
import { cellLink, Instant, SubjectLink } from "~/ui/console/cells";
import { LinkRow } from "~/ui/console/page-links";
import { PaymentState } from "~/ui/console/badges";
import { type DefinitionRow, DefinitionRows } from "~/ui/definition-rows";
import { PaymentActions, type Refused } from "./actions";

type Props = { payment: ReviewedPayment; certificates: PaidCertificate[] };

function PaymentRows({ payment, certificates }: Props) {
  const what = texts.what[payment.purpose](payment.productName);
  const { buyerId, buyerName, buyerEmail, caskId, receivedCents, rewardState, refundReference } = payment;
  return (
    <DefinitionRows
      tight
      rows={[
        { label: "State", value: <PaymentState state={payment.state} reason={payment.reason} /> },
        ...why(payment),
        { label: "Amount", value: formatUsd(payment.amountCents) },
        { label: "Received", value: receivedCents === null ? texts.none : formatUsd(receivedCents) },
        { label: "For", value: caskId === null ? what : <SubjectLink subject={`cask:${caskId}`} name={what} /> },
        ...ofStake(payment),
        ...certificates.map(({ id, code }) => ({
          label: "Certificate",
          value: <SubjectLink subject={`certificate:${id}`} name={groupCode(code)} />,
        })),
        {
          label: "Buyer",
          value: <SubjectLink subject={`user:${buyerId}`} name={buyerName ?? buyerEmail ?? buyerId} />,
        },
        rewardState !== null && { label: "Reward for inviting the buyer", value: rewardState },
        { label: "By", value: texts.ways[payment.provider] },
        { label: "Checkout at the provider", value: payment.sessionId ?? texts.none },
        { label: "Payment at the provider", value: <AtProvider payment={payment} /> },
        refundReference !== null && { label: "Refunded by hand under", value: <bdi>{refundReference}</bdi> },
        { label: "Begun", value: <Instant atMs={payment.createdAtMs} /> },
        ...ends(payment),
      ]}
    />
  );
}

function AtProvider({ payment: { atProvider, providerPaymentId } }: Pick<Props, "payment">) {
  if (atProvider === null) return providerPaymentId ?? texts.none;
  return (
    <a href={atProvider} rel="noreferrer" className={cellLink}>
      {providerPaymentId}
    </a>
  );
}

function why({ state, reason, answerByMs }: ReviewedPayment): DefinitionRow[] {
  const disputes: Record<string, string> = texts.disputes;
  const reasons: Record<string, string> = texts.reasons;
  if (reason === null) return [];
  if (state === "disputed")
    return [{ label: "Dispute", value: disputes[reason] ?? reason }, ...toAnswer(reason, answerByMs)];
  return [{ label: "Why", value: reasons[reason] ?? reason }];
}

function toAnswer(reason: string, answerByMs: number | null): DefinitionRow[] {
  if (reason !== "disputed") return [];
  const [lead, ...parts] = [
    "On the provider’s page for this payment, all in one submission:",
    "its certificate, and the page that verifies it",
    "what happened, below, with the emails the buyer got",
    "the terms and conditions, and the refund rules",
  ];
  return [
    ...(answerByMs === null ? [] : [{ label: "Answer it by", value: <Instant atMs={answerByMs} /> }]),
    {
      label: "What to submit",
      value: (
        <>
          {lead}
          <ul className="list-disc pl-5 font-normal">
            {parts.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </>
      ),
      below: true,
    },
  ];
}

function ofStake({ stakeNumber, stakeState }: ReviewedPayment): DefinitionRow[] {
  if (stakeNumber === null || stakeState === null) return [];
  return [{ label: "Stake", value: `number ${stakeNumber}, ${certificateTexts.stakeStates[stakeState]}` }];
}

function ends({ state, expiresAtMs }: ReviewedPayment): DefinitionRow[] {
  if (state !== "created" && state !== "open") return [];
  return [{ label: "Open until", value: <Instant atMs={expiresAtMs} /> }];
}

export type PaymentProps = PaymentFile & { frame: ConsoleFrame; isOwn: boolean; refused: Refused | null };

export function PaymentScreen({ frame, payment, certificates, events, isOwn, refused }: PaymentProps) {
  const what = texts.what[payment.purpose](payment.productName);
  return (
    <ConsolePage {...frame} title={`${formatUsd(payment.amountCents)} · ${what}`}>
      {refused?.error && <Refusal code={refused.error} texts={paymentErrors} fields={FIELDS} />}
      <div className="grid gap-6 @desk:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <PaymentRows payment={payment} certificates={certificates} />
          <LinkRow
            links={[
              [sectionHref("payments"), sectionTitles.payments],
              [`${sectionHref("log")}?of=payment:${payment.id}`, "What operators did to it, in the log"],
            ]}
          />
        </div>
        <PaymentActions payment={payment} mayChange={frame.mayChange} isOwn={isOwn} refused={refused} />
      </div>
      <section aria-labelledby="events">
        <h2 id="events" className="mb-2 text-base font-semibold">
          {paymentEventTexts.title}
        </h2>
        <Events events={events} />
      </section>
    </ConsolePage>
  );
}

function Events({ events }: Pick<PaymentProps, "events">) {
  const { title } = paymentEventTexts;
  return (
    <ConsoleTable
      label={title}
      rows={events.map((event, at) => ({ ...event, at }))}
      keyOf={({ at }) => String(at)}
      columns={[
        { label: "When", cell: (one) => <Instant atMs={one.atMs} /> },
        { label: "What", cell: wordsOf },
        { label: "Detail", cell: (one) => <bdi>{detailOf(one)}</bdi> },
      ]}
    />
  );
}

function wordsOf({ kind, what, debit, credit, amount, currency }: PaymentEvent): string {
  if (kind === "provider") return `Provider: ${what}`;
  if (kind === "email") return `Email to the buyer: ${inWords(what).toLowerCase()}`;
  if (kind === "log" || debit === null || credit === null || amount === null) return inWords(what);
  const sum = currency === "USD" ? formatUsd(amount) : `${amount.toLocaleString("en-US")} tokens`;
  return `${sum} from “${bookName(debit)}” to “${bookName(credit)}”`;
}

const detailOf = ({ kind, what, detail, debit }: PaymentEvent): string =>
  kind === "transfer" ? inWords(what) : [detail, kind === "log" ? debit : null].filter(Boolean).join(" · ");

const bookName = (account: string): string =>
  account.startsWith("user:")
    ? paymentEventTexts.buyers(inWords(account.split(":")[2] ?? "").toLowerCase())
    : accountName(account).toLowerCase();

const FIELDS = ["reference", "reason", "fee"];
