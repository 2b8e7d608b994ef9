import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { sectionTitles } from "~/content/console-texts";
import { titled } from "~/content/page-titles";
import { mapWork, type Work } from "~/db/work";
import {
  listPayments,
  type PaymentFilter,
  type PaymentPage,
  readPaymentFilter,
} from "~/features/console/list-payments";
import { type After, readAfter } from "~/features/console/list-withdrawals";
import { listWaitingPayments, type WaitingPayment } from "~/features/console/waiting-payments";
import type { Database } from "~/db/client";
import { frameProps } from "~/server/console-frame";
import { readConsole } from "~/server/console-session";
import type { PageHandle } from "~/server/page-handle";
import { consoleKeysScript } from "~/ui/console/console-keys";
import { PaymentsScreen } from "./screen";

export const handle: PageHandle = { console: true, inlineScript: consoleKeysScript };

export const meta: MetaFunction = () => [titled(sectionTitles.payments)];

type Asked = { needs: boolean; filter: PaymentFilter; after: After | null; nowMs: number };
type Listed = { waiting: WaitingPayment[]; page: null } | { waiting: null; page: PaymentPage };

function list(db: Database, { needs, filter, after, nowMs }: Asked): Work<Listed> {
  if (needs) return mapWork(listWaitingPayments(db, nowMs), (waiting): Listed => ({ waiting, page: null }));
  return mapWork(listPayments(db, { filter, after }), (page): Listed => ({ waiting: null, page }));
}

export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const needs = searchParams.get("state") === "needs-a-person";
  const filter = readPaymentFilter(searchParams);
  const after = readAfter(searchParams.get("after"));
  const { frame, result } = await readConsole(args, "payments", ({ nowMs }) =>
    list(args.context.db, { needs, filter, after, nowMs }),
  );
  const { payments: needing } = frame.waiting;
  return json({ frame: frameProps(frame), filter, needing, isFirst: after === null, ...result });
}

export default function Payments() {
  return <PaymentsScreen {...useLoaderData<typeof loader>()} />;
}
