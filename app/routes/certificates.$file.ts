import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { certificateFileQuery } from "~/features/certificates/read-certificate";
import { readAsViewer } from "~/server/guards";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";

/** `/certificates/ID.pdf`: for the stake's owner and operators, from R2; 404 for everyone else. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const certificateId = readId(params.file?.replace(/\.pdf$/, ""));
  const { viewer, rows } = await readAsViewer(args, () => [certificateFileQuery(context.db, certificateId)]);
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
