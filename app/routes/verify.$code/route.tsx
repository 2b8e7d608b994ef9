import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described, pageTitles } from "~/content/page-titles";
import { dateOf } from "~/domain/calendar-date";
import { groupCode, readCode } from "~/domain/certificate-code";
import { type PublicCertificate, readPublicCertificate } from "~/areas/holdings/certificates/read-certificate";
import { sha256 } from "~/server/sha256";
import { markLine } from "~/ui/audit/mark-panel";
import { proves, VerifyScreen, type VerifyScreenProps } from "./screen";

export const meta: MetaFunction = () => [...described(pageTitles.verify), { name: "robots", content: "noindex" }];

/** Public: says whether a certificate is valid, without personal data. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const code = readCode(params.code);
  const row = await readPublicCertificate(context.db, code);
  const result = verification(row);
  const line = row && "certificate" in result && proves(result.state) ? markLineOf(row, code, context.nowMs()) : null;
  const typed = groupCode(code) || (params.code ?? "").trim().slice(0, 60);
  return json({ code, typed, result, line }, { status: result.state === "unknown" ? 404 : 200 });
}

const markLineOf = ({ stakeNumber: number, ...row }: PublicCertificate, code: string, nowMs: number) =>
  markLine({ ...row, number, code }, { nowMs, sha256 });

function verification(row: PublicCertificate | undefined): VerifyScreenProps["result"] {
  // Not issued yet, or voided before it was: there is no file whose hash could be shown.
  if (!row?.sha256 || row.issuedAtMs === null) return { state: "unknown" };
  const certificate = {
    caskName: row.caskName,
    caskType: row.caskType,
    stakeNumber: row.stakeNumber,
    totalStakes: row.totalStakes,
    issuedOn: dateOf(row.issuedAtMs),
    sha256: row.sha256,
  };
  if (row.resoldAtMs !== null && row.state === "void")
    return { state: "resold", certificate, resoldOn: dateOf(row.resoldAtMs) };
  if (row.state === "void" && row.voidedAtMs !== null)
    return { state: row.replaced === 1 ? "replaced" : "void", certificate, voidedOn: dateOf(row.voidedAtMs) };
  if (row.endedOn !== null) return { state: "ended", certificate, endedOn: row.endedOn };
  return { state: "valid", certificate };
}

export default function Verify() {
  return <VerifyScreen {...useLoaderData<typeof loader>()} />;
}
