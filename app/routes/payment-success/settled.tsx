import { outcomeTexts, settledTexts as texts } from "~/content/payment-outcomes";
import { ButtonLink } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Icon } from "~/ui/icon";
import { Money } from "~/ui/money";
import { MomentCask } from "~/ui/pictures/moment-cask";
import { StakeGauge } from "~/ui/pictures/stake-gauge";
import type { PaymentOutcome, SettledStake } from "./outcome-view";

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
          {texts.own}
        </h2>
        <p className="display text-xl">{texts.stakeOf(stakeNumber, totalStakes)}</p>
        <p>{stake.caskName}</p>
      </div>
    </section>
  );
}

type SettledProps = { amountCents: number } & Pick<
  Extract<PaymentOutcome, { state: "settled" }>,
  "bought" | "tokensEarned" | "stake"
>;

export function Settled({ amountCents, bought, tokensEarned, stake }: SettledProps) {
  const tokens = { label: texts.tokens, value: tokensEarned.toLocaleString("en-US") };
  const paid = { label: texts.paid, value: <Money cents={amountCents} /> };
  return (
    <>
      <div className="flex flex-col items-center pt-4 text-center">
        {bought === "joining-fee" && <MomentCask look="opened" />}
        <h1 className="display flex items-center justify-center gap-2 text-xl">
          <Icon name="check" className="text-moss" />
          {texts.title}
        </h1>
        <p className="mt-1 text-peat-60">{texts.bought[bought]}</p>
      </div>
      {stake && <StakeOwned stake={stake} />}
      {bought === "joining-fee" && <p className="text-center text-sm text-peat-60">{texts.activated}</p>}
      <DefinitionRows
        rows={[
          ...(bought === "joining-fee" ? [] : [paid]),
          tokens,
          ...(stake && !stake.certificateHref ? [{ label: texts.certificate, value: texts.certificateToCome }] : []),
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
            <span className="sr-only">{texts.certificate}: </span>
            {texts.download}
          </ButtonLink>
        )}
      </div>
    </>
  );
}
