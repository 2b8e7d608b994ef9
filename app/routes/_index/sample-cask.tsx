import { landing } from "~/content/landing";
import { CaskGauge } from "~/ui/cask-gauge";
import { Money } from "~/ui/money";

const cask = landing.sampleCask;

export function SampleCask() {
  return (
    <figure className="rounded-md bg-barley p-4">
      <div className="flex items-center gap-4">
        <CaskGauge vessel="hogshead" filled={cask.sold / cask.total} size="medium" />
        <div className="flex min-w-0 flex-col gap-3">
          <p className="display text-lg">{cask.name}</p>
          <p className="text-sm text-peat-60">
            Cost per stake
            <br />
            <span className="text-peat">
              <Money cents={cask.costCents} size="medium" />
            </span>
          </p>
          <p className="text-sm text-peat-60">
            Stakes available
            <br />
            <span className="display text-lg text-peat">
              {cask.total - cask.sold} of {cask.total}
            </span>
          </p>
        </div>
      </div>
      <figcaption className="mt-3 text-xs text-peat-60">{cask.caption}</figcaption>
    </figure>
  );
}
