import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { bidTexts } from "~/content/bid-texts";
import { bidPath } from "~/content/page-paths";
import { described } from "~/content/page-meta";
import { readLinkedBid } from "~/areas/market/read-bid";
import { readChoice, voteByLink } from "~/areas/market/vote";
import { readForm, retryAfter, retryAfterOfAction } from "~/server/login-form";
import { readId } from "~/server/read-id";
import { BidScreen } from "~/ui/bid-screen";
import { ButtonLink } from "~/ui/button";
import { Page } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";

export const meta = () => [...described(bidTexts.tabTitle), { name: "robots", content: "noindex" }];

export const headers = retryAfterOfAction;

const asked = (params: LoaderFunctionArgs["params"]) => ({ bidId: readId(params.id), token: params.token ?? "" });

/** Opening it votes for nothing: programs that read email follow links. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { bidId, token } = asked(params);
  const linked = await readLinkedBid(context, { bidId, token });
  return json({ place: `${bidPath(bidId)}/${token}`, bid: linked?.bid ?? null }, { status: linked ? 200 : 404 });
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const { bidId, token } = asked(params);
  const choice = readChoice((await readForm(request)).get("choice"));
  if (!choice) return json({ refused: "no-choice" as const }, { status: 400 });
  const outcome = await voteByLink(context, { bidId, token, choice });
  if (outcome.ok) return redirect(`${bidPath(bidId)}/${token}`, 303);
  if (outcome.code === "no-such-bid") throw new Response(null, { status: 404 });
  if (outcome.code !== "too-often") return json({ refused: outcome.code }, { status: 409 });
  const waitMs = outcome.retryAtMs - context.nowMs();
  return json({ refused: outcome.code }, { status: 429, headers: retryAfter(waitMs) });
}

export default function LinkedBid() {
  const { place, bid } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Page top={{ home: "/" }}>
      {bid ? (
        <BidScreen bid={bid} action={place} refused={answer?.refused ?? null} />
      ) : (
        <>
          <ResultHead look="unknown" title={bidTexts.unknown.title}>
            {bidTexts.unknown.text}
          </ResultHead>
          <ButtonLink href="/get-started?mode=login">{bidTexts.unknown.logIn}</ButtonLink>
        </>
      )}
    </Page>
  );
}
