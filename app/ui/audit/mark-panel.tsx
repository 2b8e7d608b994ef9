import { markTexts as texts } from "~/content/audit-texts";
import { SUPPORT_PATH } from "~/content/page-paths";
import { DefinitionRows } from "~/ui/definition-rows";
import { Panel } from "~/ui/panel";
import type { MarkLine } from "./mark-line";

const link = "inline-flex min-h-11 min-w-11 items-center font-semibold text-copper underline underline-offset-4";

/** On the page of a stake or a certificate. */
export function MarkPanel({ line: { mark, text, href, isMissing } }: { line: MarkLine }) {
  return (
    <Panel title={texts.title}>
      {isMissing && (
        <div role="alert" className="mb-3 rounded-md border border-brick p-3">
          <p className="font-semibold text-brick">{text}</p>
          <a href={SUPPORT_PATH} className={link}>
            {texts.support}
          </a>
        </div>
      )}
      <DefinitionRows rows={[{ label: texts.label, value: <span className="font-mono">{mark}</span> }]} />
      {href ? (
        <a href={href} className={link}>
          {isMissing ? texts.toDay : text}
        </a>
      ) : (
        <p className="mt-3 text-sm">{text}</p>
      )}
      {href && !isMissing && <p className="text-sm text-peat-60">{texts.listed}</p>}
    </Panel>
  );
}
