import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import { stakeListTexts } from "~/content/wallet-texts";
import { isOwned, listHoldings } from "~/areas/holdings/list-holdings";
import type { StakeFigures } from "~/areas/holdings/stake-figures";
import { requireSession } from "~/server/session/page-session";
import { sha256 } from "~/server/sha256";
import { passOf } from "~/ui/pass-of";
import { StakesScreen } from "./screen";

export const meta: MetaFunction = () => described(stakeListTexts.title);

/** `/stakes`: every stake that was bought. Ships no script. */
export async function loader(args: LoaderFunctionArgs) {
  const { activated, nowMs, isCut, stakes } = await listHoldings(args.context, await requireSession(args));
  const pass = (stake: StakeFigures) => passOf(stake, { nowMs, sha256 });
  return json({
    activated,
    isCut,
    owned: stakes.filter(isOwned).map(pass),
    ended: stakes.filter((one) => !isOwned(one)).map(pass),
  });
}

export default function Stakes() {
  return <StakesScreen {...useLoaderData<typeof loader>()} />;
}
