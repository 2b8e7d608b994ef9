import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { certificateDisposition } from "~/areas/holdings/certificates/file-name";
import { proveOwnCertificate } from "~/areas/proof/log/prove-certificate";
import { readCertificateFile } from "~/areas/holdings/certificates/read-certificate";
import type { Session } from "~/core/session/session";
import { requireApiSession } from "~/api/require-api-session";
import { answerEndpoint, type CallArgs, endpointOf } from "~/api/endpoint";
import { notFound } from "~/server/not-found";
import { proofFile } from "~/server/proof-file";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { hashBytes } from "~/server/sha256";

const PROOF_ENDING = ".tlog-proof";

const asClient = endpointOf({ GET: async (args) => serveFile(args, await requireApiSession(args)) });

/**
 * `/certificates/ID.pdf` from R2, and `/certificates/ID.tlog-proof`, for the stake's owner and for operators; 404 for everyone else. API clients, who get here
 * through `pdf_url`, send their token and are refused in JSON.
 */
export async function loader(args: LoaderFunctionArgs) {
  if (args.request.headers.has("Authorization")) return answerEndpoint(asClient, args);
  return serveFile(args, await requireSession(args));
}

async function serveFile(args: CallArgs, session: Session): Promise<Response> {
  const { context, params } = args;
  if (params.file?.endsWith(PROOF_ENDING)) return serveProof(args, session);
  const certificateId = readId(params.file?.replace(/\.pdf$/, ""));
  const certificate = await readCertificateFile(context, session, certificateId);
  if (!certificate || !params.file?.endsWith(".pdf")) throw notFound();
  const file = await context.certificates.get(certificate.r2Key);
  if (!file) {
    context.log("certificate-file-missing", { certificateId });
    throw new Response(null, { status: 503, headers: { "Retry-After": "60" } });
  }
  return new Response(file.body, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": certificateDisposition(certificate.caskName, certificate.stakeNumber),
      "Cache-Control": "private, no-store",
    },
  });
}

async function serveProof({ context, params }: CallArgs, session: Session): Promise<Response> {
  const certificateId = readId(params.file?.slice(0, -PROOF_ENDING.length));
  const proof = await proveOwnCertificate({ ...context, hashBytes }, session, certificateId);
  if (proof === null) throw notFound();
  return proofFile(proof, certificateId);
}
