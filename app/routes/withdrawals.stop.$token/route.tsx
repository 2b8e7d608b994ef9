import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { stopTexts } from "~/content/stop-texts";
import { readStoppable, stopWithdrawal } from "~/areas/payouts/withdrawals/stop-withdrawal";
import { readId } from "~/server/read-id";
import { StopScreen } from "./screen";

export const meta: MetaFunction = () => [...described(stopTexts.button), { name: "robots", content: "noindex" }];

/** Public: the link from a mail. Opening it changes nothing, because programs that read mail follow links. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const stopToken = readId(params.token);
  const withdrawal = await readStoppable(context, stopToken);
  return json({ stopToken, withdrawal }, { status: withdrawal ? 200 : 404 });
}

/** The page's button. Pressed twice it leads to the same answer. */
export async function action({ context, params }: ActionFunctionArgs) {
  const stopToken = readId(params.token);
  const known = await stopWithdrawal(context, stopToken);
  if (!known) throw new Response(null, { status: 404 });
  return redirect(`/withdrawals/stop/${stopToken}`, 303);
}

export default function StopWithdrawal() {
  return <StopScreen {...useLoaderData<typeof loader>()} />;
}
