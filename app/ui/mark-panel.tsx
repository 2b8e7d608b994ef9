import { DefinitionRows } from "~/ui/definition-rows";
import type { stakeInAudit } from "~/domain/audit/audit-pages";
import { formatDate } from "~/domain/calendar-date";
import { TextLink } from "./text-link";

const texts = {
  label: "Audit code",
  on: (date: string) => `In the audit of ${formatDate(date)}`,
  coming: "It will be in the next nightly audit.",
  listed: "This stake’s line in the public list of its cask. The code names no one.",
  proof: "Download the proof",
  proofText: "One small file that lets anyone check, years from now and without us, that this certificate was counted.",
};

type MarkRowsProps = { found: ReturnType<typeof stakeInAudit>; proof?: string | null };

export function MarkRows({ found: { mark, on, href }, proof }: MarkRowsProps) {
  return (
    <>
      <DefinitionRows rows={[{ label: texts.label, value: <span className="font-mono">{mark}</span> }]} />
      {on === null ? (
        <p className="mt-3 text-sm">{texts.coming}</p>
      ) : (
        <>
          <TextLink href={href}>{texts.on(on)}</TextLink>
          <p className="text-sm text-peat-60">{texts.listed}</p>
        </>
      )}
      {on !== null && proof && (
        <>
          <TextLink href={proof} download>
            {texts.proof}
          </TextLink>
          <p className="text-sm text-peat-60">{texts.proofText}</p>
        </>
      )}
    </>
  );
}
