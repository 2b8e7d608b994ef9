import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { consoleOfferTexts as texts } from "~/areas/resale/texts";
import { described } from "~/content/page-titles";
import { ListPage } from "~/areas/console/lists/list-page";
import { offers } from "~/areas/console/lists/offers";
import { endOfferOf } from "~/areas/resale/end-offer";
import { readList } from "~/server/console-list";
import { noWork, writeConsole } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { ErrorSummary } from "~/ui/error-summary";

export const handle: PageHandle = { console: true };

export const meta = () => described(offers.title);

export const loader = (args: LoaderFunctionArgs) => readList(args, offers);

const schema = z.object({ offer: z.string().min(1).max(60), reason: z.string().trim().min(1).max(500) });

export async function action(args: ActionFunctionArgs) {
  const { data } = schema.safeParse(Object.fromEntries(await readForm(args.request)));
  const { result } = await writeConsole(args, "offers", (operator) =>
    data ? endOfferOf(args.context.db, operator, { offerId: data.offer, reason: data.reason }) : noWork(false),
  );
  if (result) return savedAt(args, offers.href);
  return json({ error: data ? texts.notEnded : texts.noReason }, { status: data ? 409 : 400 });
}

export default function Offers() {
  const refused = useActionData<typeof action>();
  return (
    <ListPage list={offers} {...useLoaderData<typeof loader>()}>
      <ErrorSummary message={refused?.error} />
    </ListPage>
  );
}
