import { markTexts as texts } from "~/content/audit-texts";
import { DefinitionRows } from "~/ui/definition-rows";
import { Panel } from "~/ui/panel";
import type { MarkLine } from "./mark-line";

const link = "inline-flex min-h-11 min-w-11 items-center font-semibold text-copper underline underline-offset-4";

/** On the page of a stake or a certificate. @param props.proof the file with which its owner can show that it was counted */
export function MarkPanel({ line: { mark, text, href }, proof }: { line: MarkLine; proof?: string | null }) {
  return (
    <Panel title={texts.title}>
      <DefinitionRows rows={[{ label: texts.label, value: <span className="font-mono">{mark}</span> }]} />
      {href ? (
        <a href={href} className={link}>
          {text}
        </a>
      ) : (
        <p className="mt-3 text-sm">{text}</p>
      )}
      {href && <p className="text-sm text-peat-60">{texts.listed}</p>}
      {href && proof && (
        <>
          <a href={proof} download className={`${link} mt-2`}>
            {texts.proof}
          </a>
          <p className="text-sm text-peat-60">{texts.proofText}</p>
        </>
      )}
    </Panel>
  );
}
