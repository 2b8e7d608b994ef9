import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { certificateFileQuery } from "~/features/certificates/read-certificate";
import { findCaller, readAsCaller } from "~/server/api-caller";
import { answerApi, type ApiArgs } from "~/server/api-route";
import { type Asked, readAsViewer } from "~/server/guards";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";

/**
 * `/certificates/ID.pdf`: for the stake's owner and operators, from R2; 404 for everyone else. Clients of the API bring their
 * token and are refused in JSON; it leads there by `pdf_url`.
 */
export async function loader(args: LoaderFunctionArgs) {
  if (args.request.headers.has("Authorization")) return answerApi(args, { GET: forCaller });
  return serveFile(args, (queries) => readAsViewer(args, queries));
}

async function forCaller(args: ApiArgs): Promise<Response> {
  const caller = await findCaller(args);
  return serveFile(args, (queries) => readAsCaller(args, caller, queries));
}

type Queries = (asked: Asked) => readonly [ReturnType<typeof certificateFileQuery>];
type Read = Awaited<ReturnType<typeof readAsViewer<ReturnType<Queries>>>>;

async function serveFile({ context, params }: ApiArgs, read: (queries: Queries) => Promise<Read>): Promise<Response> {
  const certificateId = readId(params.file?.replace(/\.pdf$/, ""));
  const { viewer, rows } = await read(() => [certificateFileQuery(context.db, certificateId)]);
  const [[certificate]] = rows;
  if (!certificate || !params.file?.endsWith(".pdf")) throw notFound();
  if (certificate.userId !== viewer.id && viewer.role !== "operator") throw notFound();
  if (certificate.state !== "issued") throw notFound();
  const file = await context.certificates.get(certificate.r2Key);
  if (!file) {
    context.log("certificate-file-missing", { certificateId });
    throw new Response(null, { status: 503, headers: { "Retry-After": "60" } });
  }
  return new Response(file.body, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="dunnage-certificate-${certificate.stakeNumber}.pdf"`,
      "Cache-Control": "private, no-store",
    },
  });
}
