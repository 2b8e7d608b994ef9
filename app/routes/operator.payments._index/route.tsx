import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { browsePayments } from "~/areas/console/browse-payments";
import { readPaymentFilter } from "~/areas/console/list-payments";
import { readAfter } from "~/core/lists/keyset-page";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { PaymentsScreen } from "./screen";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => described(sectionTitles.payments);

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const needs = searchParams.get("state") === "needs-a-person";
  const filter = readPaymentFilter(searchParams);
  const after = searchParams.get("after");
  const { frame, result } = await readConsole(args, "payments", ({ nowMs }) =>
    browsePayments(args.context.db, { needs, filter, after: readAfter(after), nowMs }),
  );
  const { payments: needing } = frame.waiting;
  return json({ frame: frameProps(frame), filter, needing, isFirst: after === null, ...result });
}

export default function Payments() {
  return <PaymentsScreen {...useLoaderData<typeof loader>()} />;
}
