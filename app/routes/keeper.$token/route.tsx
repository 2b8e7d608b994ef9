import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { keeperPage } from "~/content/keeper-texts";
import { described } from "~/content/page-titles";
import { handInByLink } from "~/areas/casks/keepers/hand-in-statement";
import { type KeptCask, openKeeperLink } from "~/areas/casks/keepers/read-keeper";
import { showStatement } from "~/areas/casks/keepers/show-statement";
import type { ShownStatement } from "~/domain/keepers/examine-statement";
import { retryAfter, retryAfterOfAction } from "~/server/login-form";
import { networkKey } from "~/server/network-key";
import { readSentStatement } from "~/server/sent-statement";
import { sayRefusal } from "~/ui/keeper-statement";
import { KeeperScreen } from "./screen";

export const meta: MetaFunction = () => [...described(keeperPage.title), { name: "robots", content: "noindex" }];

export const headers: HeadersFunction = retryAfterOfAction;

/** `/keeper/TOKEN`: the keeper's own page, without an account. After a statement was taken, `?statement=` shows it. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const token = params.token ?? "";
  const keeper = await openKeeperLink(context, token);
  if (!keeper) return json({ place: "", keeper: null, taken: null }, { status: 404 });
  const asked = new URL(request.url).searchParams.get("statement");
  const statement = keeper.handedIn.find(({ id }) => id === asked);
  const casks = keeper.casks.map(({ id, number, name, isExpected, confirmedOn, absentOn }): SeenCask => {
    return { id, number, name, isExpected, confirmedOn, absentOn };
  });
  return json({
    place: `/keeper/${token}`,
    keeper: { name: keeper.name ?? keeper.id, warehouse: keeper.warehouse, casks },
    taken: statement ? showStatement(statement, keeper) : null,
  });
}

export type SeenCask = Omit<KeptCask, "last">;

export type KeeperAnswer = { error: string | null; typed: string; shown: ShownStatement | null };

/** Looking writes nothing. Handed in twice, a statement leads to the same answer. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const token = params.token ?? "";
  const { intent, text } = await readSentStatement(request);
  const answer = (given: Partial<KeeperAnswer>) => ({ error: null, typed: text, shown: null, ...given });
  if (intent === "change") return json<KeeperAnswer>(answer({}));
  const network = await networkKey(context, "keeper");
  const outcome = await handInByLink(context, { token, network, text, take: intent === "hand-in" });
  if (outcome.ok) {
    const { judged, keeper } = outcome;
    if (outcome.taken) return redirect(`/keeper/${token}?statement=${judged.id}`, 303);
    return json<KeeperAnswer>(answer({ typed: judged.file, shown: showStatement(judged, keeper) }));
  }
  if (outcome.code === "no-such-link") throw new Response(null, { status: 404 });
  if (outcome.code === "too-often")
    return json<KeeperAnswer>(answer({ error: keeperPage.tooOften }), {
      status: 429,
      headers: retryAfter(outcome.retryAtMs - context.nowMs()),
    });
  return json<KeeperAnswer>(answer({ error: sayRefusal(outcome) }), { status: 400 });
}

export default function Keeper() {
  const data = useLoaderData<typeof loader>();
  return <KeeperScreen {...data} answer={useActionData<typeof action>() ?? null} />;
}
