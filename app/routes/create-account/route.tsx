import type { MetaFunction } from "@remix-run/cloudflare";
import { liveMarks } from "~/content/live-texts";
import { publicPageMeta } from "~/content/page-meta";
import { pageTitles, siteDescription, titled } from "~/content/page-titles";
import type { PageHandle } from "~/server/page-handle";
import { activationUnlocks } from "~/content/casks";
import { createAccountTexts as texts } from "~/content/login-texts";
import { siteTexts } from "~/content/site-texts";
import { useContext } from "react";
import { ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { RenderContext } from "~/ui/render-context";
import { CheckList } from "~/ui/steps";

export const handle: PageHandle = { prerender: true, live: true, knownFile: "/known-create-account" };

export const meta: MetaFunction = () =>
  publicPageMeta({ path: "/create-account", ...titled(pageTitles.createAccount), description: siteDescription });

export default function CreateAccount() {
  return <CreateAccountScreen fee={liveMarks.joiningFee} />;
}

type CreateAccountScreenProps = {
  /** With its sign: '$10'. */
  fee: string;
};

function CreateAccountScreen({ fee }: CreateAccountScreenProps) {
  const { signedIn } = useContext(RenderContext);
  return (
    <Page top={{ back: { href: "/" } }}>
      <PageTitle lead={texts.lead(fee)}>{texts.title}</PageTitle>
      <Panel title={texts.unlocks} look="barley">
        <CheckList items={activationUnlocks} />
      </Panel>
      {!signedIn && <p className="text-sm text-peat-60">{texts.free}</p>}
      {signedIn ? (
        <div className="flex flex-col gap-3">
          <p>{siteTexts.signedIn}.</p>
          <ButtonLink href="/wallet">{siteTexts.toWallet}</ButtonLink>
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          <ButtonLink href="/get-started?mode=sign-up">{texts.signUp}</ButtonLink>
          <ButtonLink href="/get-started?mode=login" look="secondary">
            {texts.logIn}
          </ButtonLink>
        </div>
      )}
    </Page>
  );
}
