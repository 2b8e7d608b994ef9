import { ButtonLink } from "~/ui/button";
import { CaskGauge } from "~/ui/cask-gauge";
import { DefinitionRows } from "~/ui/definition-rows";
import { Money } from "~/ui/money";
import { ResultHead } from "~/ui/result-head";
import type { SettledStake } from "./payment-outcome";

function TokensEarned({ tokens }: { tokens: number }) {
  return (
    <div className="flex items-center justify-between gap-4 rounded-md bg-copper-soft p-4">
      <p className="font-semibold">Tokens earned</p>
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
            You now own
          </h2>
          <p className="display text-lg">
            Stake {stake.stakeNumber} of {stake.totalStakes}
          </p>
          <p className="text-sm">{stake.caskName}</p>
        </div>
      </div>
      <DefinitionRows
        rows={[
          { label: "Paid", value: <Money cents={amountCents} /> },
          {
            label: "Certificate",
            value: stake.certificateHref ? (
              <a
                href={stake.certificateHref}
                className="-my-2 inline-flex min-h-11 items-center text-copper underline underline-offset-4"
              >
                Download PDF
              </a>
            ) : (
              "in 48 hrs"
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
      <ResultHead look="gain" title="Payment success">
        {stake ? "Stake added to your account" : "Joining fee successfully paid"}
      </ResultHead>
      {stake && <StakeOwned stake={stake} amountCents={amountCents} />}
      {!stake && (
        <p className="text-center text-sm text-peat-60">
          Your account is activated. Prices, dates and cask details are open to you now.
        </p>
      )}
      <TokensEarned tokens={tokensEarned} />
      <ButtonLink href="/invest">Continue</ButtonLink>
    </>
  );
}
