import { markTexts as texts } from "~/content/audit-texts";
import { SUPPORT_PATH } from "~/content/page-paths";
import type { MarkLine } from "./mark-line";

const link = "inline-flex min-h-11 min-w-11 items-center font-semibold text-copper underline underline-offset-4";

/** Below the pass of a stake: its mark, and the way to its line in the public audit. */
export function MarkRow({ line: { mark, text, href, isMissing } }: { line: MarkLine }) {
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
