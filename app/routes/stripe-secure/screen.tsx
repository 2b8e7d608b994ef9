import type { ReactNode } from "react";
import { riskTexts } from "~/content/risk-texts";
import {
  nextSteps,
  paymentMethods,
  paymentProblems,
  paymentTexts,
  type PaymentProblem,
  type PaymentTab,
} from "~/content/payments";
import { caskPath } from "~/content/page-paths";
import { BottomBar } from "~/ui/bottom-bar";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary, type FieldError } from "~/ui/error-summary";
import { LinkTabs } from "~/ui/link-tabs";
import { ACTIVATE_HREF, buyHref } from "~/ui/cask-display";
import { Money } from "~/ui/money";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { RiskNote } from "~/ui/risk-note";
import { Steps } from "~/ui/steps";
import { NameFields, type Naming } from "./name-fields";
import { PaymentNotice } from "./payment-notice";
import { PaymentSummary, type PaymentProduct } from "./payment-summary";

export type PaymentScreenProps = {
  tab: PaymentTab;
  product: PaymentProduct;
  /** null for a viewer who may not know the price. */
  amountCents: number | null;
  problem: PaymentProblem | null;
  /** Asks for the name on the certificate; null when it is known. */
  naming: Naming | null;
  /** 'Try again': the earlier payment that these values come from. */
  retriedPaymentId?: string;
};

/** After these the same form can be sent again. */
const CAN_RETRY: ReadonlySet<PaymentProblem> = new Set([
  "provider-down",
  "still-starting",
  "no-longer-open",
  "too-many-starts",
  "held-by-others",
]);

function tabHref(product: PaymentProduct, tab: PaymentTab) {
  if (product.kind === "cask" && product.resale) return `/stripe-secure?offer=${product.resale.id}&tab=${tab}`;
  return `${product.kind === "cask" ? buyHref(product.caskId) : ACTIVATE_HREF}&tab=${tab}`;
}

function ProblemAction({ problem, product }: { problem: PaymentProblem; product: PaymentProduct }) {
  if (problem === "not-activated") return <ButtonLink href={ACTIVATE_HREF}>{paymentTexts.activate}</ButtonLink>;
  if (problem === "closing") {
    return (
      <ButtonLink href="/close-account" look="secondary">
        {paymentTexts.keepAccount}
      </ButtonLink>
    );
  }
  if (problem === "not-launched" && product.kind === "cask") {
    return (
      <ButtonLink href={caskPath(product.caskId)} look="secondary">
        {paymentTexts.caskDetails}
      </ButtonLink>
    );
  }
  if (CAN_RETRY.has(problem)) return null;
  return (
    <ButtonLink href="/invest" look="secondary">
      {paymentTexts.allCasks}
    </ButtonLink>
  );
}

function backHref(product: PaymentProduct) {
  return product.kind === "cask" ? caskPath(product.caskId) : "/invest";
}

const fieldErrors = (naming: Naming | null): FieldError[] =>
  Object.entries(naming?.errors ?? {}).map(([name, message]) => ({ name, message }));

export function PaymentScreen({ tab, product, amountCents, problem, naming, retriedPaymentId }: PaymentScreenProps) {
  const method = paymentMethods[tab];
  const payable = amountCents !== null && (problem === null || CAN_RETRY.has(problem));
  const tabs = (["card", "crypto"] as const).map((name) => ({
    href: tabHref(product, name),
    label: paymentMethods[name].tab,
    current: name === tab,
  }));
  return (
    <Page top={{ back: { href: backHref(product) } }}>
      <div className="flex flex-col gap-2">
        <PageTitle>{paymentTexts.title}</PageTitle>
        <ErrorSummary errors={fieldErrors(naming)} />
        {problem && (
          <PaymentNotice title={paymentProblems[problem].title} text={paymentProblems[problem].text}>
            <ProblemAction problem={problem} product={product} />
          </PaymentNotice>
        )}
        <LinkTabs label={paymentTexts.title} tabs={tabs} />
      </div>
      <PaymentForm payable={payable} action={tabHref(product, tab)}>
        <section aria-labelledby="method-title" className="flex flex-col gap-4">
          <h2 id="method-title" className={tab === "card" ? "sr-only" : "display text-lg"}>
            {method.title}
          </h2>
          {payable && naming && <NameFields {...naming} />}
          <PaymentSummary product={product} amountCents={amountCents} fees={method.fees} refunds={method.refunds} />
          {payable && (
            <div className="flex flex-col gap-2">
              <input type="hidden" name="paymentMode" value={method.mode} />
              {product.kind === "cask" && product.resale ? (
                <input type="hidden" name="offer" value={product.resale.id} />
              ) : product.kind === "cask" ? (
                <input type="hidden" name="cask" value={product.caskId} />
              ) : (
                <input type="hidden" name="product" value={product.kind} />
              )}
              {retriedPaymentId && <input type="hidden" name="payment" value={retriedPaymentId} />}
              <p className="text-sm text-peat-60">{method.how}</p>
            </div>
          )}
        </section>
        {payable && (
          <Panel title={paymentTexts.next} look="barley">
            <Steps steps={nextSteps(product.kind, method.processor)} />
          </Panel>
        )}
        {product.kind === "cask" && (
          <RiskNote>
            {riskTexts.short} {riskTexts.holding}
          </RiskNote>
        )}
        {payable && <PayBar amountCents={amountCents} />}
      </PaymentForm>
    </Page>
  );
}

/** Runs to the end of the page, so that the bar with its button stays in reach all the way. */
function PaymentForm({ payable, action, children }: { payable: boolean; action: string; children: ReactNode }) {
  const look = "flex flex-1 flex-col gap-6";
  if (!payable) return <div className={look}>{children}</div>;
  return (
    <form method="post" action={action} noValidate className={look}>
      {children}
    </form>
  );
}

/** What is paid, and the button that goes on. */
function PayBar({ amountCents }: { amountCents: number }) {
  return (
    <BottomBar>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p>
          <span className="sr-only">{paymentTexts.amount}</span>
          <Money cents={amountCents} size="medium" />
        </p>
        <div className="min-w-0 flex-1 basis-40">
          <Button busy={paymentTexts.proceeding}>{paymentTexts.proceed}</Button>
        </div>
      </div>
    </BottomBar>
  );
}
