import { caskTexts } from "~/content/casks";
import { investTexts } from "~/content/invest-texts";
import { caskPath } from "~/content/page-paths";
import { buyHref, type CaskView, partSold } from "~/ui/cask-display";
import { CaskGauge } from "~/ui/cask-gauge";
import { CaskTerms } from "~/ui/cask-terms";
import { Icon } from "~/ui/icon";

const action =
  "flex min-h-11 flex-1 items-center justify-center gap-1 py-2 text-center text-sm font-semibold -outline-offset-2";

export function CaskCard({ cask }: { cask: CaskView }) {
  const titleId = `cask-${cask.id}`;
  return (
    <article aria-labelledby={titleId} className="flex flex-col gap-3 rounded-md border border-peat-30 pt-3">
      <div className="flex flex-wrap items-center gap-x-3 px-4">
        <CaskGauge caskType={cask.caskType} filled={partSold(cask)} size="small" />
        <div className="min-w-0 flex-1 basis-36">
          <h3 id={titleId} className="display min-w-0 text-lg max-[22.4rem]:text-base">
            {cask.name}
          </h3>
          <p className="text-sm/[1.43] text-peat-60">
            {cask.distillery}
            <br />
            {investTexts.facts(cask)}
          </p>
        </div>
      </div>
      <div className="px-4">
        <CaskTerms cask={cask} />
      </div>
      <div className="flex border-t border-peat-30">
        <a href={caskPath(cask.id)} aria-describedby={titleId} className={`${action} rounded-b-md hover:bg-barley`}>
          {caskTexts.details}
          <Icon name="forward" size={16} />
        </a>
        {cask.isPaused && <p className={`${action} border-l border-peat-30 text-peat-60`}>{caskTexts.paused}</p>}
        {cask.canBuy && (
          <a
            href={buyHref(cask.id)}
            aria-describedby={titleId}
            className={`${action} -mr-px -mb-px rounded-br-md bg-copper-soft text-copper hover:bg-copper-40 forced-colors:m-0 forced-colors:border-l`}
          >
            {caskTexts.buy}
          </a>
        )}
      </div>
    </article>
  );
}
