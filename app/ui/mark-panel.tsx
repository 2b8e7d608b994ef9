import { DefinitionRows } from "~/ui/definition-rows";
import { type MarkedCertificate, stakeInAudit } from "~/domain/audit/audit-pages";
import { formatDate } from "~/domain/calendar-date";
import { TextLink } from "./text-link";

const texts = {
  label: "Audit code",
  on: (date: string) => `In the audit of ${formatDate(date)}`,
  coming: (date: string) => `In the audit of ${formatDate(date)}, once that day is over`,
  listed: "This stake’s line in the public list of its cask. The code names no one.",
  proof: "Download the proof",
  proofText: "One small file that lets anyone check, years from now and without us, that this certificate was counted.",
};

export function MarkRows({ line: { mark, text, href }, proof }: { line: MarkLine; proof?: string | null }) {
  return (
    <>
      <DefinitionRows rows={[{ label: texts.label, value: <span className="font-mono">{mark}</span> }]} />
      {href ? <TextLink href={href}>{text}</TextLink> : <p className="mt-3 text-sm">{text}</p>}
      {href && <p className="text-sm text-peat-60">{texts.listed}</p>}
      {href && proof && (
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

export type MarkLine = { mark: string; text: string; href: string | null };

export function markLine(certificate: MarkedCertificate | null, nowMs: number): MarkLine | null {
  if (!certificate) return null;
  const { mark, on, href } = stakeInAudit(certificate, nowMs);
  return { mark, text: href === null ? texts.coming(on) : texts.on(on), href };
}
