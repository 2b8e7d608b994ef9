import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { proveCertificate } from "~/areas/proof/audit-trees";
import { notFound } from "~/server/not-found";
import { keptFile } from "~/server/published-file";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";

/** `/certificates/ID.proof.json`: that the certificate was counted, for its owner to keep. */
export async function loader(args: LoaderFunctionArgs) {
  const file = await proveCertificate(args.context, await requireSession(args), readId(args.params.id));
  if (!file) throw notFound();
  return keptFile(file, `dunnage-certificate-${file.certificate.mark}`);
}
