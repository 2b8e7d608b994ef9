import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { proveByCode } from "~/areas/proof/log/prove-certificate";
import { groupCode, readCode } from "~/domain/certificate-code";
import { notFound } from "~/server/not-found";
import { proofFile } from "~/server/proof-file";
import { hashBytes } from "~/server/sha256";

/** `/verify/CODE.tlog-proof`: public, as the page is. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const code = readCode(params.code);
  const proof = await proveByCode({ db: context.db, proof: context.proof, hashBytes }, code);
  if (proof === null) throw notFound();
  return proofFile(proof, `dunnage-${groupCode(code)}`);
}
