import { verifyTexts as texts } from "~/content/certificate-texts";
import { company } from "~/content/company";
import type { CaskType } from "~/domain/cask-shape";
import { formatDate } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import type { MarkLine } from "~/ui/audit/mark-panel";
import { MarkPanel } from "~/ui/audit/mark-panel";
import { DefinitionRows } from "~/ui/definition-rows";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { StakeGauge } from "~/ui/pictures/stake-gauge";
import { ResultHead } from "~/ui/result-head";
import { VerifyForm } from "~/ui/verify-form";

export type VerifiedCertificate = {
  caskName: string;
  caskType: CaskType;
  stakeNumber: number;
  totalStakes: number;
  issuedOn: string;
  sha256: string;
};

export type VerifyScreenProps = {
  code: string;
  /** What was asked for, where it is not known. */
  typed: string;
  result:
    | { state: "valid"; certificate: VerifiedCertificate }
    | { state: "void" | "replaced"; certificate: VerifiedCertificate; voidedOn: string }
    | { state: "resold"; certificate: VerifiedCertificate; resoldOn: string }
    | { state: "ended"; certificate: VerifiedCertificate; endedOn: string }
    | { state: "unknown" };
  /** Of a certificate that proves something: where its stake stands in the public audit. */
  line: MarkLine | null;
};

function rows(result: Exclude<VerifyScreenProps["result"], { state: "unknown" }>) {
  const { certificate } = result;
  return [
    { label: texts.cask, value: certificate.caskName },
    { label: texts.stake, value: texts.stakeOf(certificate.stakeNumber, certificate.totalStakes) },
    { label: texts.issued, value: formatDate(certificate.issuedOn) },
    ...(result.state === "void" || result.state === "replaced"
      ? [{ label: texts.voidSince, value: formatDate(result.voidedOn) }]
      : []),
    ...(result.state === "resold" ? [{ label: texts.resoldOn, value: formatDate(result.resoldOn) }] : []),
    ...(result.state === "ended" ? [{ label: texts.endedOn, value: formatDate(result.endedOn) }] : []),
  ];
}

/** Of what is void no stake is shown as owned. */
export const proves = (state: VerifyScreenProps["result"]["state"]) => state === "valid" || state === "ended";

/** The rest of the cask is drawn as others': how much of it is sold is not public. */
function Stake({ certificate: { caskType, stakeNumber, totalStakes } }: { certificate: VerifiedCertificate }) {
  return (
    <div className="flex justify-center rounded-md bg-barley p-4">
      <StakeGauge caskType={caskType} stakeNumber={stakeNumber} totalStakes={totalStakes} soldStakes={totalStakes} />
    </div>
  );
}

export function VerifyScreen({ code, typed, result, line }: VerifyScreenProps) {
  const head = texts.heads[result.state];
  return (
    <Page top={{ back: { href: "/verify" } }}>
      <ResultHead look={head.look} title={head.title}>
        {head.text}
      </ResultHead>
      {"certificate" in result && proves(result.state) && <Stake certificate={result.certificate} />}
      {/* An unknown code stands in the form below, to be corrected. */}
      {code && result.state !== "unknown" && (
        <div className="rounded-md border border-peat-30 p-4">
          <DefinitionRows
            rows={[{ label: texts.code, value: <span className="font-mono">{groupCode(code)}</span> }, ...rows(result)]}
          />
        </div>
      )}
      {line && <MarkPanel line={line} />}
      {result.state === "unknown" && <VerifyForm typed={typed} />}
      {result.state !== "unknown" && (
        <Panel title={texts.sameFile}>
          <p className="text-sm text-peat-60">{texts.hash}</p>
          <p className="mt-2 font-mono text-sm break-all">{result.certificate.sha256}</p>
        </Panel>
      )}
      <Panel title={texts.notProved} look="barley">
        <p className="text-sm">
          {texts.notProvedText}
          <a href={`mailto:${company.support.email}`} className="text-copper underline">
            {company.support.email}
          </a>
        </p>
      </Panel>
      {result.state !== "unknown" && (
        <a href="/verify" className="inline-flex min-h-11 items-center text-copper underline underline-offset-4">
          {texts.another}
        </a>
      )}
    </Page>
  );
}
