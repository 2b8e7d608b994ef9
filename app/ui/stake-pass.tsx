import type { GainLine, Pass } from "./pass-of";
import { StakeCask } from "./stake-cask";
import { passTexts } from "~/content/holding-texts";
import { CycleRing } from "./pictures/cycle-ring";

export const gainTones: Record<GainLine["tone"], string> = {
  gain: "text-moss",
  loss: "text-brick",
  none: "text-peat-60",
};

const notch = "absolute -left-1 h-1 w-2 border border-peat-30 bg-paper";

function StakePass({ pass: { ring, ...pass } }: { pass: Pass }) {
  return (
    <a href={pass.href} className="flex items-stretch rounded-md border border-peat-30 bg-paper hover:bg-barley">
      <span className="flex w-[min(4.5rem,21%)] shrink-0 max-[22.4rem]:w-[min(3.5rem,21%)] items-center justify-center rounded-l-md bg-barley">
        <StakeCask {...pass} />
      </span>
      <span className="figures relative flex min-w-0 flex-1 flex-col justify-center border-l border-dashed border-peat-45 px-3 py-2.5 text-sm/[1.43]">
        <span aria-hidden="true" className={`${notch} -top-px rounded-b-full border-t-0`} />
        <span aria-hidden="true" className={`${notch} -bottom-px rounded-t-full border-b-0`} />
        <span className="text-xs text-peat-60">{pass.stake}</span>
        <span className="flex flex-wrap items-center justify-between gap-x-1 gap-y-3">
          <span className="min-w-0 flex-1 basis-32">
            <span className="block text-base/[1.25] font-semibold text-balance">{pass.name}</span>
            {pass.worth} {pass.advanced}{" "}
            {pass.gain && <span className={`font-semibold ${gainTones[pass.gain.tone]}`}>{pass.gain.percent}</span>}{" "}
            <span className="text-xs text-peat-60">{pass.basis}</span>
          </span>
          {ring && (
            <span className="-my-2">
              <CycleRing picture={ring} />
              <span className="sr-only">{passTexts.passed(ring.months, ring.of)}</span>
            </span>
          )}
        </span>
      </span>
    </a>
  );
}

export function StakePasses({ passes }: { passes: Pass[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {passes.map((pass) => (
        <li key={pass.href}>
          <StakePass pass={pass} />
        </li>
      ))}
    </ul>
  );
}
