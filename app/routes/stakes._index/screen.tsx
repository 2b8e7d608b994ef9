import { holdingTexts, passTexts } from "~/content/holding-texts";
import { firstStakeTexts, stakeListTexts } from "~/content/wallet-texts";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Page, PageTitle } from "~/ui/page";
import type { Pass } from "~/ui/pass-of";
import { StakePasses } from "~/ui/stake-pass";

export type StakesProps = { activated: boolean; isCut: boolean; owned: Pass[]; ended: Pass[] };

export function StakesScreen({ activated, isCut, owned, ended }: StakesProps) {
  return (
    <Page
      top={{ back: { href: "/wallet?tab=portfolio", label: holdingTexts.wallet } }}
      tabs={{ current: "holdings", activated }}
    >
      <PageTitle>{stakeListTexts.title}</PageTitle>
      {isCut && <p className="rounded-md bg-amber-soft p-3 text-sm">{stakeListTexts.cut}</p>}
      {owned.length + ended.length === 0 && (
        <EmptyState
          title={firstStakeTexts.title}
          action={<ButtonLink href="/invest">{firstStakeTexts.toCasks}</ButtonLink>}
        >
          {activated ? firstStakeTexts.activated : firstStakeTexts.notActivated}
        </EmptyState>
      )}
      {owned.length > 0 && <StakePasses passes={owned} />}
      {ended.length > 0 && (
        <section aria-labelledby="ended-title" className="flex flex-col gap-3">
          <h2 id="ended-title" className="display text-lg">
            {passTexts.ended}
          </h2>
          <StakePasses passes={ended} />
        </section>
      )}
    </Page>
  );
}
