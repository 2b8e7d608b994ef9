import { paymentTexts as texts } from "~/content/console-payment-texts";
import { sectionHref } from "~/content/console-sections";
import { groupCode } from "~/domain/certificate-code";
import { formatUsd } from "~/domain/money";
import type { PaidCertificate, ReviewedPayment } from "~/areas/console/read-payment";
import { Instant } from "~/ui/console/instant";
import { PaymentState } from "~/ui/console/payment-state";
import { cellLink } from "~/ui/console/subject-link";
import { type DefinitionRow, DefinitionRows } from "~/ui/definition-rows";

type Props = { payment: ReviewedPayment; certificates: PaidCertificate[] };

export function PaymentRows({ payment, certificates }: Props) {
  const { rows } = texts;
  const what = texts.what[payment.purpose](payment.productName);
  const { buyerId, buyerName, buyerEmail, caskId, receivedCents, rewardState, refundReference } = payment;
  return (
    <DefinitionRows
      tight
      rows={[
        { label: rows.state, value: <PaymentState state={payment.state} reason={payment.reason} /> },
        ...why(payment),
        { label: rows.amount, value: formatUsd(payment.amountCents) },
        { label: rows.received, value: receivedCents === null ? texts.none : formatUsd(receivedCents) },
        ...(payment.keptCents > 0 ? [{ label: rows.kept, value: formatUsd(payment.keptCents) }] : []),
        {
          label: rows.what,
          value:
            caskId === null ? (
              what
            ) : (
              <a href={`${sectionHref("casks")}/${caskId}`} className={cellLink}>
                {what}
              </a>
            ),
        },
        ...ofStake(payment),
        ...certificates.map((certificate) => ({
          label: rows.certificate,
          value: (
            <a href={`${sectionHref("certificates")}/${certificate.id}`} className={cellLink}>
              {groupCode(certificate.code)}
            </a>
          ),
        })),
        {
          label: rows.buyer,
          value: (
            <a href={`${sectionHref("users")}/${buyerId}`} className={cellLink}>
              <bdi>{buyerName ?? buyerEmail ?? buyerId}</bdi>
            </a>
          ),
        },
        ...(rewardState === null ? [] : [{ label: rows.reward, value: rewardState }]),
        { label: rows.way, value: texts.ways[payment.provider] },
        { label: rows.session, value: payment.sessionId ?? texts.none },
        { label: rows.providerPayment, value: <AtProvider payment={payment} /> },
        ...(refundReference === null ? [] : [{ label: rows.reference, value: <bdi>{refundReference}</bdi> }]),
        { label: rows.when, value: <Instant atMs={payment.createdAtMs} /> },
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
    return [{ label: texts.rows.dispute, value: disputes[reason] ?? reason }, ...toAnswer(reason, answerByMs)];
  return [{ label: texts.rows.reason, value: reasons[reason] ?? reason }];
}

/** Of a dispute that is open: by when it is answered, and with what. */
function toAnswer(reason: string, answerByMs: number | null): DefinitionRow[] {
  if (reason !== "disputed") return [];
  const [lead, ...parts] = texts.evidence;
  return [
    ...(answerByMs === null ? [] : [{ label: texts.rows.answerBy, value: <Instant atMs={answerByMs} /> }]),
    {
      label: texts.rows.evidence,
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
  return [{ label: texts.rows.stake, value: texts.stakeText(stakeNumber, texts.stakeStates[stakeState]) }];
}

/** Of a checkout that can still be paid. */
function ends({ state, expiresAtMs }: ReviewedPayment): DefinitionRow[] {
  if (state !== "created" && state !== "open") return [];
  return [{ label: texts.rows.ends, value: <Instant atMs={expiresAtMs} /> }];
}
