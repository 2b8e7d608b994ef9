import type { fieldOf } from "~/areas/buying/read-wanted";
import { isPayable, type Refusal, refusals } from "~/areas/buying/refusals";
import { activationUnlocks, caskRisk } from "~/content/casks";
import { caskPath } from "~/content/page-paths";
import { nextSteps, paymentMethods, type PaymentTab, paymentTexts, stakeIncludes } from "~/content/payments";
import { nameTexts, profileTexts } from "~/content/profile-texts";
import { riskTexts } from "~/content/risk-texts";
import { BottomBar } from "~/ui/bottom-bar";
import { Button, ButtonLink } from "~/ui/button";
import { ACTIVATE_HREF } from "~/ui/cask-display";
import { CaskGauge, type CaskType } from "~/ui/cask-gauge";
import { ErrorSummary, errorsInOrder } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { LinkTabs } from "~/ui/link-tabs";
import { Money } from "~/ui/money";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { RiskNote } from "~/ui/risk-note";
import { CheckList, Steps } from "~/ui/steps";

type PaymentProduct = {
  kind: "joining-fee" | "cask";
  field: ReturnType<typeof fieldOf>;
  label: string;
  name: string;
  note: string;
  cask: { id: string; caskType: CaskType; partSold: number | null } | null;
};

const NAMES = ["full_name", "name_on_certificate"] as const;
type NameField = (typeof NAMES)[number];

export type Naming = {
  values: Record<NameField, string>;
  errors: Partial<Record<NameField, string>>;
  /** The name is in letters that certificates do not print. */
  asksLatinName: boolean;
};

/** The name on the certificate: asked for once, before the first stake is bought. */
function NameFields({ values, errors, asksLatinName }: Naming) {
  const { of } = errorsInOrder(NAMES, errors);
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="display mb-2 text-lg">{nameTexts.onCertificate.title}</legend>
      <Field
        {...of("full_name")}
        label={profileTexts.labels.full_name}
        hint="As in your passport or on your bank account."
        autoComplete="name"
        required
        maxLength={120}
        defaultValue={values.full_name}
      />
      {asksLatinName && (
        <Field
          {...of("name_on_certificate")}
          label={nameTexts.label}
          hint={nameTexts.hint}
          maxLength={120}
          defaultValue={values.name_on_certificate}
        />
      )}
    </fieldset>
  );
}

function PaymentSummary({
  product,
  amountCents,
  fees,
  refunds,
}: {
  product: PaymentProduct;
  amountCents: number;
  fees: string;
  refunds: string;
}) {
  const { cask, label, name, note } = product;
  return (
    <div className="flex flex-col gap-3 rounded-md border border-peat-30 p-4">
      <div className="flex flex-wrap items-center gap-x-4">
        {cask && <CaskGauge caskType={cask.caskType} filled={cask.partSold} decorative />}
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-sm text-peat-60">{label}</p>
          <p className="display text-lg">{name}</p>
        </div>
      </div>
      <div className="border-t border-peat-30 pt-3">
        <p>
          <span className="sr-only">{paymentTexts.amount}</span>
          <Money cents={amountCents} size="big" />
        </p>
        <div className="mt-1 flex flex-col gap-1 text-sm text-peat-60">
          <p>{note}</p>
          <p>{fees}</p>
          <p>{refunds}</p>
        </div>
      </div>
      <CheckList items={cask ? stakeIncludes.bullets : activationUnlocks} />
    </div>
  );
}

export type PaymentScreenProps = {
  tab: PaymentTab;
  product: PaymentProduct;
  /** null for a viewer who may not know the price. */
  amountCents: number | null;
  problem: Refusal | null;
  /** Asks for the name on the certificate; null when it is known. */
  naming: Naming | null;
};

export const tabHref = ({ field: [name, value] }: Pick<PaymentProduct, "field">, tab: PaymentTab) =>
  `/stripe-secure?${name}=${value}&tab=${tab}`;

function wayOn(problem: Refusal, { cask }: PaymentProduct): [href: string, label: string] | null {
  if (problem === "not-activated") return [ACTIVATE_HREF, "Activate Account"];
  if (problem === "not-launched" && cask) return [caskPath(cask.id), "Cask details"];
  if (problem === "too-many") return ["/wallet", "Go to wallet"];
  return isPayable(problem) ? null : ["/invest", "See all casks"];
}

function PaymentNotice({ problem, product }: { problem: Refusal; product: PaymentProduct }) {
  const { title, text } = refusals[problem];
  const [href, label] = wayOn(problem, product) ?? [null, ""];
  return (
    <div role="alert" className="flex flex-col gap-4 rounded-md border border-amber bg-amber-soft p-4">
      <div className="flex gap-3">
        <Icon name="alert" className="mt-0.5 text-amber" />
        <div className="text-sm">
          <p className="font-semibold">{title}</p>
          <p>{text}</p>
        </div>
      </div>
      {href && (
        <ButtonLink href={href} look={problem === "not-activated" ? "primary" : "secondary"}>
          {label}
        </ButtonLink>
      )}
    </div>
  );
}

export function PaymentScreen({ tab, product, amountCents, problem, naming }: PaymentScreenProps) {
  const method = paymentMethods[tab];
  const top = { back: { href: product.cask ? caskPath(product.cask.id) : "/invest" } };
  const notice = problem && <PaymentNotice problem={problem} product={product} />;
  if (amountCents === null || !isPayable(problem))
    return (
      <Page top={top}>
        <PageTitle lead={product.name}>{paymentTexts.title}</PageTitle>
        {notice}
      </Page>
    );
  const tabs = (["card", "crypto"] as const).map((name) => ({
    href: tabHref(product, name),
    label: paymentMethods[name].tab,
    current: name === tab,
  }));
  return (
    <Page top={top}>
      <div className="flex flex-col gap-2">
        <PageTitle>{paymentTexts.title}</PageTitle>
        <ErrorSummary errors={errorsInOrder(NAMES, naming?.errors ?? {}).list} />
        {notice}
        <LinkTabs label={paymentTexts.title} tabs={tabs} />
      </div>
      {/* Runs to the end of the page, so that the bar with its button stays in reach all the way. */}
      <form method="post" action={tabHref(product, tab)} noValidate className="flex flex-1 flex-col gap-6">
        <section aria-labelledby="method-title" className="flex flex-col gap-4">
          <h2 id="method-title" className={tab === "card" ? "sr-only" : "display text-lg"}>
            {method.title}
          </h2>
          {naming && <NameFields {...naming} />}
          <PaymentSummary product={product} amountCents={amountCents} fees={method.fees} refunds={method.refunds} />
          <input type="hidden" name="paymentMode" value={method.mode} />
          <input type="hidden" name={product.field[0]} value={product.field[1]} />
          <p className="text-sm text-peat-60">{method.how}</p>
        </section>
        <Panel title="What happens next" look="barley">
          <Steps steps={nextSteps(product.kind, method.processor)} />
        </Panel>
        {product.cask ? <RiskNote>{caskRisk}</RiskNote> : <RiskNote>{riskTexts.unregulated}</RiskNote>}
        <PayBar amountCents={amountCents} />
      </form>
    </Page>
  );
}

function PayBar({ amountCents }: { amountCents: number }) {
  return (
    <BottomBar>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p>
          <span className="sr-only">{paymentTexts.amount}</span>
          <Money cents={amountCents} size="medium" />
        </p>
        <div className="min-w-0 flex-1 basis-40">
          <Button busy="Opening the checkout…">Proceed to payment</Button>
        </div>
      </div>
    </BottomBar>
  );
}
