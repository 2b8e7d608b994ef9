import { paymentErrors, paymentTexts as texts } from "~/content/console-payment-texts";
import { sectionHref } from "~/content/console-sections";
import { timelineTexts } from "~/content/console-payment-texts";
import { sectionTitles } from "~/content/console-texts";
import { formatUsd } from "~/domain/money";
import type { TimelineEntry } from "~/areas/console/payment-timeline";
import type { PaidCertificate, ReviewedPayment, Stray } from "~/areas/console/read-payment";
import { ConsolePage, type ConsolePageProps } from "~/ui/console/console-page";
import { Timeline } from "~/ui/console/timeline";
import { ErrorSummary } from "~/ui/error-summary";
import { type Refused, PaymentActions } from "./actions";
import { PaymentRows } from "./payment-rows";

export type PaymentProps = {
  frame: Omit<ConsolePageProps, "title" | "children">;
  payment: ReviewedPayment;
  certificates: PaidCertificate[];
  /** The second payments that wait for a person. */
  strays: Stray[];
  timeline: TimelineEntry[];
  isOwn: boolean;
  refused: Refused | null;
};

const link = "inline-flex min-h-11 items-center text-copper underline underline-offset-4";

export function PaymentScreen({ frame, payment, certificates, strays, timeline, isOwn, refused }: PaymentProps) {
  const what = texts.what[payment.purpose](payment.productName);
  return (
    <ConsolePage {...frame} title={texts.title(formatUsd(payment.amountCents), what)}>
      {refused?.error && <Problem error={refused.error} />}
      <div className="grid gap-6 @desk:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <PaymentRows payment={payment} certificates={certificates} />
          <p className="flex flex-wrap gap-x-6">
            <a href={sectionHref("payments")} className={link}>
              {sectionTitles.payments}
            </a>
            <a href={`${sectionHref("log")}?of=payment:${payment.id}`} className={link}>
              {texts.log}
            </a>
          </p>
        </div>
        <PaymentActions payment={payment} strays={strays} mayChange={frame.mayChange} isOwn={isOwn} refused={refused} />
      </div>
      <section aria-labelledby="timeline">
        <h2 id="timeline" className="mb-2 text-base font-semibold">
          {timelineTexts.title}
        </h2>
        <Timeline
          label={timelineTexts.title}
          // The order is fixed, and two entries may say the same.
          rows={timeline.map((entry, at) => ({
            ...entry,
            id: String(at),
            by: timelineTexts.by[entry.by],
            isOurs: entry.by === "us",
          }))}
        />
      </section>
    </ConsolePage>
  );
}

/** Also where there is nothing left to do. */
function Problem({ error }: { error: NonNullable<Refused["error"]> }) {
  const message = paymentErrors[error];
  const field = error === "reference" || error === "reason" || error === "fee" ? error : null;
  return <ErrorSummary message={field ? null : message} errors={field ? [{ name: field, message }] : []} />;
}
