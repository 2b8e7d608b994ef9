import { Icon } from "./icon";
import type { GainLine, Pass } from "./pass-of";
import { StakeCask } from "./stake-cask";
import { markTexts as texts } from "~/content/audit-texts";
import { SUPPORT_PATH } from "~/content/page-paths";
import type { MarkLine } from "./audit/mark-line";

const link = "inline-flex min-h-11 min-w-11 items-center font-semibold text-copper underline underline-offset-4";

/** Below the pass of a stake: its mark, and the way to its line in the public audit. */
function MarkRow({ line: { mark, text, href, isMissing } }: { line: MarkLine }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 px-3 pt-1 text-xs text-peat-60">
      <p>
        {texts.label} <span className="font-mono text-peat">{mark}</span>
      </p>
      {isMissing ? (
        <div role="alert" className="basis-full">
          <p className="pt-1 text-sm font-semibold text-brick">{text}</p>
          <a href={SUPPORT_PATH} className={link}>
            {texts.support}
          </a>
        </div>
      ) : href ? (
        <a href={href} className={link}>
          {text}
        </a>
      ) : (
        <p className="py-2">{text}</p>
      )}
    </div>
  );
}

export const gainTones: Record<GainLine["tone"], string> = {
  gain: "text-moss",
  loss: "text-brick",
  none: "text-peat-60",
};

// Half a circle over the edge of the pass.
const notch = "absolute -left-1 h-1 w-2 border border-peat-30 bg-paper";

/** A stake as a pass: its cask on the left, torn off along the line, and what it is worth. */
function StakePass({ pass }: { pass: Pass }) {
  return (
    <a href={pass.href} className="flex rounded-md border border-peat-30 bg-paper hover:bg-barley">
      <span className="flex w-20 shrink-0 max-[22.4rem]:w-16 items-center justify-center rounded-l-md bg-barley">
        <StakeCask {...pass} />
      </span>
      <span className="relative min-w-0 flex-1 border-l border-dashed border-peat-45 p-3 wrap-anywhere">
        <span aria-hidden="true" className={`${notch} -top-px rounded-b-full border-t-0`} />
        <span aria-hidden="true" className={`${notch} -bottom-px rounded-t-full border-b-0`} />
        <span className="figures block text-sm text-balance">
          <span className="block text-xs text-peat-60">{pass.stake}</span>
          <span className="flex items-start justify-between gap-1">
            <span className="display min-w-0 text-lg">{pass.name}</span>
            <Icon name="forward" size={16} className="mt-1" />
          </span>
          <span className="block font-semibold">{pass.worth}</span>
          {pass.gain && <span className={`block ${gainTones[pass.gain.tone]}`}>{pass.gain.text}</span>}
          <span className="block text-xs text-peat-60">{pass.basis}</span>
          {pass.next && <span className="block text-xs text-peat-60">{pass.next}</span>}
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
          {pass.audit && <MarkRow line={pass.audit} />}
        </li>
      ))}
    </ul>
  );
}
