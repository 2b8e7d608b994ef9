import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { certificateDisposition, readCertificateFile } from "~/areas/holdings/certificates/read-certificate";
import type { Session } from "~/core/session/session";
import { requireApiSession } from "~/api/require-api-session";
import { answerEndpoint, type CallArgs, endpointOf } from "~/api/endpoint";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";

const asClient = endpointOf({ GET: async (args) => serveFile(args, await requireApiSession(args)) });

export async function loader(args: LoaderFunctionArgs) {
  if (args.request.headers.has("Authorization")) return answerEndpoint(asClient, args);
  return serveFile(args, await requireSession(args));
}

async function serveFile({ context, params }: CallArgs, session: Session): Promise<Response> {
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
