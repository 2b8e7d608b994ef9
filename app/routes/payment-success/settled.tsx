import { outcomeTexts, settledTexts as texts } from "~/content/payment-outcomes";
import { ButtonLink } from "~/ui/button";
import { CaskGauge } from "~/ui/cask-gauge";
import { DefinitionRows } from "~/ui/definition-rows";
import { Money } from "~/ui/money";
import { ResultHead } from "~/ui/result-head";
import type { SettledStake } from "./outcome-view";

function TokensEarned({ tokens }: { tokens: number }) {
  return (
    <div className="flex items-center justify-between gap-4 rounded-md bg-copper-soft p-4">
      <p className="font-semibold">{texts.tokens}</p>
      <p className="display text-xl">{tokens.toLocaleString("en-US")}</p>
    </div>
  );
}

function StakeOwned({ stake, amountCents }: { stake: SettledStake; amountCents: number }) {
  return (
    <section aria-labelledby="owned-title" className="flex flex-col gap-4 rounded-md border border-peat-30 p-4">
      <div className="flex items-center gap-4">
        <CaskGauge caskType={stake.caskType} filled={stake.shareSold} decorative />
        <div className="min-w-0">
          <h2 id="owned-title" className="text-sm text-peat-60">
            {texts.own}
          </h2>
          <p className="display text-lg">{texts.stakeOf(stake.stakeNumber, stake.totalStakes)}</p>
          <p className="text-sm">{stake.caskName}</p>
        </div>
      </div>
      <DefinitionRows
        rows={[
          { label: texts.paid, value: <Money cents={amountCents} /> },
          {
            label: texts.certificate,
            value: stake.certificateHref ? (
              <a
                href={stake.certificateHref}
                className="-my-2 inline-flex min-h-11 items-center text-copper underline underline-offset-4"
              >
                {texts.download}
              </a>
            ) : (
              texts.certificateToCome
            ),
          },
        ]}
      />
    </section>
  );
}

export function Settled(props: { amountCents: number; tokensEarned: number; stake: SettledStake | null }) {
  const { amountCents, tokensEarned, stake } = props;
  return (
    <>
      <ResultHead look="gain" title={texts.title}>
        {stake ? texts.stake : texts.fee}
      </ResultHead>
      {stake && <StakeOwned stake={stake} amountCents={amountCents} />}
      {!stake && <p className="text-center text-sm text-peat-60">{texts.activated}</p>}
      <TokensEarned tokens={tokensEarned} />
      <ButtonLink href="/invest">{outcomeTexts.goOn}</ButtonLink>
    </>
  );
}
