import {
  notSettledTexts,
  outcomeTexts,
  type RefundWay,
  refundTexts,
  settledTexts,
  disputeTexts,
  waitingTexts,
} from "~/content/payment-outcomes";
import { type RefundReason, refundReasons } from "~/content/payments";
import { partArrivedTexts, type UnderpaidFacts, underpaidTexts } from "~/content/underpaid-texts";
import type { PaymentPurpose } from "~/db/schema/payments";
import { formatUsd } from "~/domain/money";
import { ButtonLink } from "~/ui/button";
import type { CaskType } from "~/ui/cask-gauge";
import { DefinitionRows } from "~/ui/definition-rows";
import { Icon } from "~/ui/icon";
import { Money } from "~/ui/money";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { MomentCask } from "~/ui/pictures/moment-cask";
import { StakeGauge } from "~/ui/pictures/stake-gauge";
import { ResultHead } from "~/ui/result-head";

type SettledStake = {
  href: string;
  caskName: string;
  caskType: CaskType;
  stakeNumber: number;
  totalStakes: number;
  soldStakes: number;
  certificateHref: string | null;
};

type RefundFacts = {
  /** null: all of it had arrived. */
  short: UnderpaidFacts | null;
  /** What had arrived, less the cancellation fee: what goes back. */
  amountCents: number;
  keptCents: number;
  reason: RefundReason;
  way: RefundWay;
  /** Of money that was sent by hand. */
  reference: string | null;
};

type DisputeFacts = {
  amountCents: number;
  bought: PaymentPurpose;
  /** The bank has decided, and the money is not ours any more. */
  lost: boolean;
};

/** Less than the price has arrived. */
export type ShortFacts = UnderpaidFacts & { paymentId: string; endsAtMs: number };

/** What the stake is of that is being paid for. */
type WaitingCask = { caskType: CaskType; stake: { soldStakes: number; totalStakes: number } };

export type PaymentOutcome =
  | { state: "waiting"; bought: PaymentPurpose; short: ShortFacts | null; cask: WaitingCask | null }
  | {
      state: "settled";
      bought: PaymentPurpose;
      tokensEarned: number;
      stake: SettledStake | null;
    }
  | ({ state: "refunding" | "refunded" } & RefundFacts)
  | ({ state: "disputed" } & DisputeFacts)
  | { state: "failed" | "expired" | "cancelled"; bought: PaymentPurpose; retryHref: string };

type PaymentSuccessScreenProps = { amountCents: number; outcome: PaymentOutcome };

export function PaymentSuccessScreen({ amountCents, outcome }: PaymentSuccessScreenProps) {
  return <Page top={{ home: "/invest" }}>{content(outcome, amountCents)}</Page>;
}

function content(outcome: PaymentOutcome, amountCents: number) {
  switch (outcome.state) {
    case "waiting":
      return <Waiting amountCents={amountCents} {...outcome} />;
    case "settled":
      return <Settled amountCents={amountCents} {...outcome} />;
    case "refunding":
    case "refunded":
      return <Refund facts={outcome} done={outcome.state === "refunded"} />;
    case "disputed":
      return <Dispute facts={outcome} />;
    default:
      return <NotSettled {...outcome} />;
  }
}

type WaitingProps = { amountCents: number } & Pick<Extract<PaymentOutcome, { state: "waiting" }>, "short" | "cask">;

function Waiting({ amountCents, short, cask }: WaitingProps) {
  return (
    <>
      <div role="status">
        <ResultHead
          look="waiting"
          drawing={<MomentCask look="waiting" {...cask} />}
          title={short ? partArrivedTexts.title : waitingTexts.title}
        >
          {short ? partArrivedTexts.text(short) : waitingTexts.text}
        </ResultHead>
      </div>
      {short ? (
        <>
          <p className="text-center text-sm">{partArrivedTexts.until(short.endsAtMs)}</p>
          <ButtonLink href={`/stripe-secure?payment=${encodeURIComponent(short.paymentId)}`}>
            {outcomeTexts.toCheckout}
          </ButtonLink>
        </>
      ) : (
        <Panel title={waitingTexts.notLost} look="barley">
          <p className="text-sm">{waitingTexts.notLostText(formatUsd(amountCents))}</p>
        </Panel>
      )}
      <ButtonLink href="/wallet" look="secondary">
        {outcomeTexts.toWallet}
      </ButtonLink>
    </>
  );
}

function StakeOwned({ stake }: { stake: SettledStake }) {
  const { caskType, stakeNumber, totalStakes, soldStakes } = stake;
  return (
    <section
      aria-labelledby="owned-title"
      className="flex flex-col items-center gap-4 rounded-md bg-barley p-4 text-center"
    >
      <StakeGauge {...{ caskType, stakeNumber, totalStakes, soldStakes }} />
      <div>
        <h2 id="owned-title" className="text-sm text-peat-60">
          {settledTexts.own}
        </h2>
        <p className="display text-xl">{settledTexts.stakeOf(stakeNumber, totalStakes)}</p>
        <p>{stake.caskName}</p>
      </div>
    </section>
  );
}

type SettledProps = { amountCents: number } & Pick<
  Extract<PaymentOutcome, { state: "settled" }>,
  "bought" | "tokensEarned" | "stake"
>;

function Settled({ amountCents, bought, tokensEarned, stake }: SettledProps) {
  const tokens = { label: settledTexts.tokens, value: tokensEarned.toLocaleString("en-US") };
  const paid = { label: settledTexts.paid, value: <Money cents={amountCents} /> };
  return (
    <>
      <div className="flex flex-col items-center pt-4 text-center">
        {bought === "joining-fee" && <MomentCask look="opened" />}
        <h1 className="display flex items-center justify-center gap-2 text-xl">
          <Icon name="check" className="text-moss" />
          {settledTexts.title}
        </h1>
        <p className="mt-1 text-peat-60">{settledTexts.bought[bought]}</p>
      </div>
      {stake && <StakeOwned stake={stake} />}
      {bought === "joining-fee" && <p className="text-center text-sm text-peat-60">{settledTexts.activated}</p>}
      <DefinitionRows
        rows={[
          ...(bought === "joining-fee" ? [] : [paid]),
          tokens,
          ...(stake && !stake.certificateHref
            ? [{ label: settledTexts.certificate, value: settledTexts.certificateToCome }]
            : []),
        ]}
      />
      <div className="flex flex-col gap-3">
        {stake && <ButtonLink href={stake.href}>{outcomeTexts.toStake}</ButtonLink>}
        <ButtonLink href="/invest" look={stake ? "secondary" : "primary"}>
          {bought === "joining-fee" ? (
            <>
              <span className="sr-only">{outcomeTexts.goOn}: </span>
              {outcomeTexts.toCasks}
            </>
          ) : (
            outcomeTexts.goOn
          )}
        </ButtonLink>
        {stake?.certificateHref && (
          <ButtonLink href={stake.certificateHref} look="secondary">
            <span className="sr-only">{settledTexts.certificate}: </span>
            {settledTexts.download}
          </ButtonLink>
        )}
      </div>
    </>
  );
}

function Refund({ facts, done }: { facts: RefundFacts; done: boolean }) {
  const { amountCents, keptCents, reason, way, reference, short } = facts;
  const progress = done ? "done" : "inProgress";
  const title = short ? underpaidTexts.title : refundTexts.title;
  return (
    <>
      <ResultHead look={done ? "gain" : "waiting"} title={title[progress]}>
        {short ? underpaidTexts.text(short) : refundReasons[reason]}
      </ResultHead>
      <div className="rounded-md border border-peat-30 p-4">
        <DefinitionRows
          rows={[
            { label: refundTexts.amount, value: <Money cents={amountCents} /> },
            ...(keptCents > 0 ? [{ label: refundTexts.kept, value: <Money cents={keptCents} /> }] : []),
            { label: refundTexts.state, value: refundTexts.states[progress] },
            { label: refundTexts.where, value: refundTexts.whereTexts[way] },
            ...(reference ? [{ label: refundTexts.reference, value: reference }] : []),
          ]}
        />
      </div>
      {short && !done && <p className="text-sm">{underpaidTexts.next(short.bought)}</p>}
      <p className="text-sm text-peat-60">{refundTexts.next[way][progress]}</p>
      <ButtonLink href="/invest">{outcomeTexts.goOn}</ButtonLink>
    </>
  );
}

/** What was bought is taken back while the bank decides, and stays so if the bank gives the money back. */
function Dispute({ facts: { amountCents, bought, lost } }: { facts: DisputeFacts }) {
  const { title, text, state, next } = disputeTexts[lost ? "lost" : "open"];
  return (
    <>
      <ResultHead look={lost ? "error" : "waiting"} title={title}>
        {text}
      </ResultHead>
      <div className="rounded-md border border-peat-30 p-4">
        <DefinitionRows
          rows={[
            { label: disputeTexts.amount, value: <Money cents={amountCents} /> },
            { label: disputeTexts.state, value: state },
          ]}
        />
      </div>
      <p className="text-sm">{disputeTexts.effect[bought]}</p>
      <p className="text-sm text-peat-60">
        {next} {disputeTexts.support}
      </p>
      <ButtonLink href="/wallet">{outcomeTexts.toWallet}</ButtonLink>
    </>
  );
}

type NotSettledProps = {
  state: "failed" | "expired" | "cancelled";
  bought: keyof typeof notSettledTexts.cancelled;
  retryHref: string;
};

function NotSettled({ state, bought, retryHref }: NotSettledProps) {
  const { title, text } = state === "cancelled" ? notSettledTexts.cancelled[bought] : notSettledTexts[state];
  return (
    <>
      <ResultHead look="error" title={title}>
        {text}
      </ResultHead>
      <div className="flex flex-col gap-3">
        <ButtonLink href={retryHref}>{outcomeTexts.tryAgain}</ButtonLink>
        <ButtonLink href="/invest" look="secondary">
          {outcomeTexts.back}
        </ButtonLink>
      </div>
    </>
  );
}
