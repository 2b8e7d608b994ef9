import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import {
  readPublicCertificate,
  type VerifiedCertificate,
  verification,
  type Verification,
} from "~/areas/holdings/certificates/read-certificate";
import { verifyTexts as texts } from "~/content/certificate-texts";
import { company } from "~/content/company";
import { described, pageTitles } from "~/content/page-meta";
import { stakeInAudit } from "~/domain/audit/audit-pages";
import { formatDate } from "~/domain/calendar-date";
import { groupCode, readCode } from "~/domain/certificate-code";
import { MarkRows } from "~/ui/mark-panel";
import { DefinitionRows } from "~/ui/definition-rows";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { StakeGauge } from "~/ui/pictures/stake-gauge";
import { ResultHead } from "~/ui/result-head";
import { VerifyForm } from "~/ui/verify-form";
import { TextLink } from "~/ui/text-link";

function rows(result: Exclude<Verification, { state: "unknown" }>) {
  const { caskName, stakeNumber, totalStakes, issuedOn } = result.certificate;
  return [
    { label: "Cask", value: caskName },
    { label: "Stake", value: texts.stakeOf(stakeNumber, totalStakes) },
    { label: "Issued", value: formatDate(issuedOn) },
    ...("since" in result ? [{ label: texts.since[result.state], value: formatDate(result.since) }] : []),
  ];
}

/** A void certificate shows no stake as owned. */
const proves = (state: Verification["state"]) => state === "valid" || state === "ended";

/** The rest of the cask is drawn as others': how much of it is sold is not public. */
function Stake({ certificate: { caskType, stakeNumber, totalStakes } }: { certificate: VerifiedCertificate }) {
  return (
    <div className="flex justify-center rounded-md bg-barley p-4">
      <StakeGauge caskType={caskType} stakeNumber={stakeNumber} totalStakes={totalStakes} soldStakes={totalStakes} />
    </div>
  );
}

export const meta = () => [...described(pageTitles.verify), { name: "robots", content: "noindex" }];

/** Public: says whether a certificate is valid, without personal data. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const code = readCode(params.code);
  const row = await readPublicCertificate(context.db, code);
  const result = verification(row);
  const line =
    row && "certificate" in result && proves(result.state)
      ? stakeInAudit({ ...row, number: row.stakeNumber, code })
      : null;
  const typed = groupCode(code) || (params.code ?? "").trim().slice(0, 60);
  return json({ code, typed, result, line }, { status: result.state === "unknown" ? 404 : 200 });
}

export default function Verify() {
  const { code, typed, result, line } = useLoaderData<typeof loader>();
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
            rows={[{ label: "Code", value: <span className="font-mono">{groupCode(code)}</span> }, ...rows(result)]}
          />
        </div>
      )}
      {line && (
        <Panel title="In the public audit">
          <MarkRows found={line} />
        </Panel>
      )}
      {result.state === "unknown" && <VerifyForm typed={typed} />}
      {result.state !== "unknown" && (
        <Panel title="Is it the same file?">
          <p className="text-sm text-peat-60">
            The PDF we issued has this SHA-256 hash. A different hash means a different file.
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
      {result.state !== "unknown" && <TextLink href="/verify">Check another certificate</TextLink>}
    </Page>
  );
}
