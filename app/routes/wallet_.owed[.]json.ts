import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { proveOwed } from "~/areas/proof/audit-trees";
import { notFound } from "~/server/not-found";
import { requireSession } from "~/server/session/page-session";

/** `/wallet/owed.json`: the viewer's wallet in what we said that we owe. */
export async function loader(args: LoaderFunctionArgs) {
  const file = await proveOwed(args.context, await requireSession(args));
  if (!file) throw notFound();
  return new Response(`${JSON.stringify(file, null, 1)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="dunnage-owed-${file.head.date}.json"`,
      "Cache-Control": "private, no-store",
    },
  });
}
