import { company } from "~/content/company";
import { formatDate } from "~/domain/calendar-date";
import { DefinitionRows } from "~/ui/definition-rows";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { ResultHead } from "~/ui/result-head";

export type VerifiedCertificate = {
  caskName: string;
  stakeNumber: number;
  totalStakes: number;
  issuedOn: string;
  sha256: string;
};

export type VerifyScreenProps = {
  code: string;
  result:
    | { state: "valid"; certificate: VerifiedCertificate }
    | { state: "void"; certificate: VerifiedCertificate; voidedOn: string }
    | { state: "unknown" };
};

const heads = {
  valid: { look: "gain", title: "This certificate is valid", text: "We issued it, and it stands today." },
  void: { look: "error", title: "This certificate is void", text: "We issued it, but it no longer proves ownership." },
  unknown: {
    look: "unknown",
    title: "We do not know this code",
    text: "No certificate has it. Check the code letter by letter.",
  },
} as const;

function rows(result: Exclude<VerifyScreenProps["result"], { state: "unknown" }>) {
  const { certificate } = result;
  return [
    { label: "Cask", value: certificate.caskName },
    { label: "Stake", value: `${certificate.stakeNumber} of ${certificate.totalStakes}` },
    { label: "Issued", value: formatDate(certificate.issuedOn) },
    ...(result.state === "void" ? [{ label: "Void since", value: formatDate(result.voidedOn) }] : []),
  ];
}

export function VerifyScreen({ code, result }: VerifyScreenProps) {
  const head = heads[result.state];
  return (
    <Page top={{ home: "/" }}>
      <ResultHead look={head.look} title={head.title}>
        {head.text}
      </ResultHead>
      <div className="rounded-md border border-peat-30 p-4">
        <DefinitionRows
          rows={[
            { label: "Code", value: <span className="font-mono break-all">{code}</span> },
            ...(result.state === "unknown" ? [] : rows(result)),
          ]}
        />
      </div>
      {result.state !== "unknown" && (
        <Panel title="Is it the same file?">
          <p className="text-sm text-peat-60">
            The PDF we issued has this SHA-256 hash. Another hash means another file.
          </p>
          <p className="mt-2 font-mono text-sm break-all">{result.certificate.sha256}</p>
        </Panel>
      )}
      <Panel title="What this does not prove" look="barley">
        <p className="text-sm">
          It does not say who holds the stake today, that the person who showed it to you is the holder, or what the
          stake is worth. It carries no personal data. Questions:{" "}
          <a href={`mailto:${company.support.email}`} className="text-copper underline">
            {company.support.email}
          </a>
        </p>
      </Panel>
    </Page>
  );
}
