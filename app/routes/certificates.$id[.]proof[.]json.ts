import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { proveCertificate } from "~/areas/proof/audit-trees";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";

/** `/certificates/ID.proof.json`: that the certificate was counted, for its owner to keep. */
export async function loader(args: LoaderFunctionArgs) {
  const file = await proveCertificate(args.context, await requireSession(args), readId(args.params.id));
  if (!file) throw notFound();
  return new Response(`${JSON.stringify(file, null, 1)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="dunnage-certificate-${file.certificate.mark}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
}
