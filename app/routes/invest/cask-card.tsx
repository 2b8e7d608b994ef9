import { caskTexts } from "~/content/casks";
import { investTexts } from "~/content/invest-texts";
import { caskPath } from "~/content/page-paths";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { buyHref, shareSold, type CaskView } from "~/ui/cask-display";
import { CaskGauge } from "~/ui/cask-gauge";
import type { ShownList } from "~/ui/list-href";
import { WatchBell } from "~/ui/watch-button";
import { CardTerms } from "./card-terms";

export type ListedCask = CaskView & {
  /** null: there is nothing to tell about this cask, or no one to tell. */
  watched: boolean | null;
};

export function CaskCard({ cask, list }: { cask: ListedCask; list: ShownList }) {
  const titleId = `cask-${cask.id}`;
  return (
    <article aria-labelledby={titleId} className="flex flex-col gap-4 rounded-md border border-peat-30 p-4">
      <div className="flex items-center gap-3">
        <CaskGauge caskType={cask.caskType} filled={shareSold(cask)} />
        <div className="min-w-0 flex-1">
          {cask.stage === "sold-out" && <Badge>{caskTexts.soldOut}</Badge>}
          <div className="flex items-start justify-between gap-1">
            <h3 id={titleId} className="display min-w-0 scroll-mt-4 text-lg">
              {cask.name}
            </h3>
            {cask.watched !== null && <WatchBell cask={{ ...cask, watched: cask.watched }} list={list} />}
          </div>
          <p className="mt-1 text-sm text-peat-60">
            {cask.distillery}
            <br />
            {investTexts.facts(cask)}
          </p>
        </div>
      </div>
      <CardTerms cask={cask} />
      <div className="flex flex-wrap gap-2">
        <div className="min-w-32 flex-1">
          <ButtonLink href={caskPath(cask.id)} look="secondary" aria-describedby={titleId}>
            {caskTexts.details}
          </ButtonLink>
        </div>
        {cask.canBuy && (
          <div className="min-w-32 flex-1">
            <ButtonLink href={buyHref(cask.id)} aria-describedby={titleId}>
              {caskTexts.buy}
            </ButtonLink>
          </div>
        )}
      </div>
    </article>
  );
}
