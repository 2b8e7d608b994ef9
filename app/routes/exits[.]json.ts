import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listExits } from "~/areas/proof/read-figures";
import type { PageHandle } from "~/server/page-handle";

export const handle: PageHandle = { minute: [] };

/** `/exits.json`: the same for programs. One round trip, at most once a minute. */
export async function loader({ context }: LoaderFunctionArgs) {
  return Response.json({ version: 1, ...(await listExits(context)) });
}
