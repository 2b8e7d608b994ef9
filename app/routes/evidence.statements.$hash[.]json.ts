import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { statementKey } from "~/domain/audit/audit-files";
import { notFound } from "~/server/not-found";
import { JSON_TYPE, publishedFile } from "~/server/published-file";

/** `/evidence/statements/SHA256.json`: a statement byte for byte as its keeper signed it. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const hash = params.hash ?? "";
  const file = /^[0-9a-f]{64}$/.test(hash) ? await context.proof.get(statementKey(hash)) : null;
  if (!file) throw notFound();
  return publishedFile(request, file, { lasting: true, type: JSON_TYPE });
}
