import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { bidTexts } from "~/content/bid-texts";
import { bidPath } from "~/content/page-paths";
import { described } from "~/content/page-meta";
import { readBid } from "~/areas/market/read-bid";
import { readChoice, vote } from "~/areas/market/vote";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { BidScreen } from "~/ui/bid-screen";
import { Page } from "~/ui/page";

export const meta = () => described(bidTexts.tabTitle);

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, bid } = await readBid(args.context, await requireSession(args), readId(args.params.id));
  if (!bid) throw notFound();
  return json({ activated: viewer.activated, bid });
}

export async function action(args: ActionFunctionArgs) {
  const bidId = readId(args.params.id);
  const choice = readChoice((await readForm(args.request)).get("choice"));
  const session = withinLimit(args.context, await requireSession(args), "voting");
  if (!choice) return json({ refused: "no-choice" as const }, { status: 400 });
  const outcome = await vote(args.context, session, { bidId, choice });
  if (outcome.ok) return redirect(bidPath(bidId), 303);
  if (outcome.code === "no-such-bid") throw notFound();
  return json({ refused: outcome.code }, { status: 409 });
}

export default function Bid() {
  const { activated, bid } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page
      top={{ back: { href: "/wallet?tab=portfolio", label: bidTexts.wallet } }}
      tabs={{ current: "holdings", activated }}
    >
      <BidScreen bid={bid} action={bidPath(bid.id)} refused={answer?.refused ?? null} />
    </Page>
  );
}
