import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { proveOwed } from "~/areas/proof/audit-trees";
import { notFound } from "~/server/not-found";
import { keptFile } from "~/server/published-file";
import { requireSession } from "~/server/session/page-session";

/** `/wallet/owed.json`: the viewer's wallet in what we said that we owe. */
export async function loader(args: LoaderFunctionArgs) {
  const file = await proveOwed(args.context, await requireSession(args));
  if (!file) throw notFound();
  return keptFile(file, `dunnage-owed-${file.head.date}`);
}
