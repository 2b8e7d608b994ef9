import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-meta";
import { stakeListTexts, firstStakeTexts } from "~/content/wallet-texts";
import { isOwned, listHoldings, type StakeFigures } from "~/areas/holdings/stake-figures";
import { requireSession } from "~/server/session/page-session";
import { passOf } from "~/ui/pass-of";
import { holdingTexts, passTexts } from "~/content/holding-texts";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Page, PageTitle } from "~/ui/page";
import { StakePasses } from "~/ui/stake-pass";

export const meta = () => described(stakeListTexts.title);

/** `/stakes`: every stake that was bought. Ships no script. */
export async function loader(args: LoaderFunctionArgs) {
  const { activated, nowMs, stakes } = await listHoldings(args.context, await requireSession(args));
  const pass = (stake: StakeFigures) => passOf(stake, nowMs);
  return json({
    activated,
    owned: stakes.filter(isOwned).map(pass),
    ended: stakes.filter((one) => !isOwned(one)).map(pass),
  });
}

export default function Stakes() {
  const { activated, owned, ended } = useLoaderData<typeof loader>();
  return (
    <Page
      top={{ back: { href: "/wallet?tab=portfolio", label: holdingTexts.wallet } }}
      tabs={{ current: "holdings", activated }}
    >
      <PageTitle>{stakeListTexts.title}</PageTitle>
      {owned.length + ended.length === 0 && (
        <EmptyState
          title={firstStakeTexts.title}
          action={<ButtonLink href="/invest">{firstStakeTexts.toCasks}</ButtonLink>}
        >
          {activated ? firstStakeTexts.activated : firstStakeTexts.notActivated}
        </EmptyState>
      )}
      {owned.length > 0 && <StakePasses passes={owned} />}
      {ended.length > 0 && (
        <section aria-labelledby="ended-title" className="flex flex-col gap-3">
          <h2 id="ended-title" className="display text-lg">
            {passTexts.ended}
          </h2>
          <StakePasses passes={ended} />
        </section>
      )}
    </Page>
  );
}
