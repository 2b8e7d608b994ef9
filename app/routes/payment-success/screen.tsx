import {
  notSettledTexts,
  outcomeTexts,
  refundTexts,
  settledTexts,
  disputeTexts,
  waitingTexts,
} from "~/content/payment-outcomes";
import { stakeOf } from "~/content/holding-texts";
import { refundReasons } from "~/content/payments";
import { formatUsd } from "~/domain/money";
import { ButtonLink } from "~/ui/button";
import { type DefinitionRow, DefinitionRows } from "~/ui/definition-rows";
import { Icon } from "~/ui/icon";
import { Money } from "~/ui/money";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { MomentCask } from "~/ui/pictures/moment-cask";
import { StakeGauge } from "~/ui/pictures/stake-gauge";
import { ResultHead } from "~/ui/result-head";
import type { PaymentOutcome } from "./route";

type Of<State extends PaymentOutcome["state"]> = Extract<PaymentOutcome, { state: State }>;

export function PaymentSuccessScreen({ outcome }: { outcome: PaymentOutcome }) {
  return <Page top={{ home: "/invest" }}>{content(outcome)}</Page>;
}

function content(outcome: PaymentOutcome) {
  switch (outcome.state) {
    case "waiting":
      return <Waiting {...outcome} />;
    case "settled":
      return <Settled {...outcome} />;
    case "refunding":
    case "refunded":
      return <Refund {...outcome} />;
    case "disputed":
      return <Dispute {...outcome} />;
    default:
      return <NotSettled {...outcome} />;
  }
}

function Waiting({ amountCents, mode, cask }: Of<"waiting">) {
  const drawing = <MomentCask look="waiting" {...(cask && { caskType: cask.caskType, stake: cask })} />;
  return (
    <>
      <div role="status">
        <ResultHead look="waiting" drawing={drawing} title="We are confirming your payment…">
          You can wait here. The page updates by itself, usually within seconds.
        </ResultHead>
      </div>
      <Panel title="Nothing is lost" look="barley">
        <p className="text-sm">{waitingTexts.notLostText(formatUsd(amountCents))}</p>
        {mode === "Crypto" && <p className="mt-2 text-sm">{waitingTexts.part}</p>}
      </Panel>
      <ButtonLink href="/wallet" look="secondary">
        {outcomeTexts.toWallet}
      </ButtonLink>
    </>
  );
}

function StakeOwned({ stake }: { stake: NonNullable<Of<"settled">["stake"]> }) {
  const { caskType, stakeNumber, totalStakes, soldStakes } = stake;
  return (
    <section
      aria-labelledby="owned-title"
      className="flex flex-col items-center gap-4 rounded-md bg-barley p-4 text-center"
    >
      <StakeGauge {...{ caskType, stakeNumber, totalStakes, soldStakes }} />
      <div>
        <h2 id="owned-title" className="text-sm text-peat-60">
          You now own
        </h2>
        <p className="display text-xl">{stakeOf(stakeNumber, totalStakes)}</p>
        <p>{stake.name}</p>
      </div>
    </section>
  );
}

function Settled({ amountCents, bought, tokensEarned, stake }: Of<"settled">) {
  const tokens = { label: "Tokens earned", value: tokensEarned.toLocaleString("en-US") };
  const paid = { label: "Paid", value: <Money cents={amountCents} /> };
  return (
    <>
      <div className="flex flex-col items-center pt-4 text-center">
        {bought === "joining-fee" && <MomentCask look="opened" />}
        <h1 className="display flex items-center justify-center gap-2 text-xl">
          <Icon name="check" className="text-moss" />
          Payment success
        </h1>
        <p className="mt-1 text-peat-60">{settledTexts.bought[bought]}</p>
      </div>
      {stake && <StakeOwned stake={stake} />}
      {bought === "joining-fee" && (
        <p className="text-center text-sm text-peat-60">
          Your account is activated. You can now see prices, dates and cask details.
        </p>
      )}
      <DefinitionRows
        rows={[
          ...(bought === "joining-fee" ? [] : [paid]),
          tokens,
          ...(stake && !stake.certificateHref ? [{ label: settledTexts.certificate, value: "in 48 hrs" }] : []),
        ]}
      />
      <div className="flex flex-col gap-3">
        {stake && <ButtonLink href={stake.href}>See your stake</ButtonLink>}
        <ButtonLink href="/invest" look={stake ? "secondary" : "primary"}>
          {bought === "joining-fee" ? (
            <>
              <span className="sr-only">{outcomeTexts.goOn}: </span>
              See the casks
            </>
          ) : (
            outcomeTexts.goOn
          )}
        </ButtonLink>
        {stake?.certificateHref && (
          <ButtonLink href={stake.certificateHref} look="secondary">
            <span className="sr-only">{settledTexts.certificate}: </span>
            Download PDF
          </ButtonLink>
        )}
      </div>
    </>
  );
}

const Box = ({ rows }: { rows: DefinitionRow[] }) => (
  <div className="rounded-md border border-peat-30 p-4">
    <DefinitionRows rows={rows} />
  </div>
);

function Refund({ state, amountCents, reason, way, reference }: Of<"refunding" | "refunded">) {
  const done = state === "refunded";
  const progress = done ? "done" : "inProgress";
  return (
    <>
      <ResultHead look={done ? "gain" : "waiting"} title={refundTexts.title[progress]}>
        {refundReasons[reason]}
      </ResultHead>
      <Box
        rows={[
          { label: "Refund", value: <Money cents={amountCents} /> },
          { label: "State", value: refundTexts.states[progress] },
          { label: "Where it goes", value: refundTexts.whereTexts[way] },
          ...(reference ? [{ label: "Reference", value: reference }] : []),
        ]}
      />
      <p className="text-sm text-peat-60">{refundTexts.next[way][progress]}</p>
      <ButtonLink href="/invest">{outcomeTexts.goOn}</ButtonLink>
    </>
  );
}

function Dispute({ amountCents, bought, lost }: Of<"disputed">) {
  const { title, text, state, next } = disputeTexts[lost ? "lost" : "open"];
  return (
    <>
      <ResultHead look={lost ? "error" : "waiting"} title={title}>
        {text}
      </ResultHead>
      <Box
        rows={[
          { label: disputeTexts.amount, value: <Money cents={amountCents} /> },
          { label: disputeTexts.state, value: state },
        ]}
      />
      <p className="text-sm">{disputeTexts.effect[bought]}</p>
      <p className="text-sm text-peat-60">
        {next} {disputeTexts.support}
      </p>
      <ButtonLink href="/wallet">{outcomeTexts.toWallet}</ButtonLink>
    </>
  );
}

function NotSettled({ state, bought, payHref }: Of<"failed" | "expired" | "cancelled">) {
  const { title, text } = state === "cancelled" ? notSettledTexts.cancelled[bought] : notSettledTexts[state];
  return (
    <>
      <ResultHead look="error" title={title}>
        {text}
      </ResultHead>
      <div className="flex flex-col gap-3">
        <ButtonLink href={payHref}>{outcomeTexts.tryAgain}</ButtonLink>
        <ButtonLink href="/invest" look="secondary">
          {outcomeTexts.back}
        </ButtonLink>
      </div>
    </>
  );
}
