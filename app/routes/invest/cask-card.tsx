import { caskTexts } from "~/content/casks";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { CaskGauge } from "~/ui/cask-gauge";
import { CaskTerms } from "~/ui/cask-terms";
import { buyHref, detailsHref, shareSold, type CaskView } from "~/ui/cask-display";

export function CaskCard({ cask }: { cask: CaskView }) {
  const titleId = `cask-${cask.id}`;
  return (
    <article aria-labelledby={titleId} className="flex flex-col gap-4 rounded-md border border-peat-30 p-4">
      <div className="flex items-center gap-4">
        <CaskGauge caskType={cask.caskType} filled={shareSold(cask)} />
        <div className="min-w-0">
          {cask.stage === "sold-out" && <Badge>{caskTexts.soldOut}</Badge>}
          <h2 id={titleId} className="display text-lg">
            {cask.name}
          </h2>
          <p className="mt-1 text-sm text-peat-60">{caskTexts.facts(cask)}</p>
        </div>
      </div>
      <CaskTerms cask={cask} />
      <div className="flex flex-wrap gap-2">
        <div className="min-w-32 flex-1">
          <ButtonLink href={detailsHref(cask.id)} look="secondary" aria-describedby={titleId}>
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
