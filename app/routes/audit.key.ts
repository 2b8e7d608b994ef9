import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { KEYS_KEY } from "~/domain/audit/audit-files";
import { publishedFile } from "~/server/published-file";

/** `/audit/key`: the public keys that days are signed with, in base64, one per line, the present one first. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return publishedFile(request, await context.proof.get(KEYS_KEY), {
    lasting: false,
    type: "text/plain; charset=utf-8",
  });
}
