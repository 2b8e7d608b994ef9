import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { publicPageMeta, siteDescription } from "~/content/page-meta";
import type { PageHandle } from "~/server/page-handle";
import { activationUnlocks } from "~/content/casks";
import { createAccountTexts as texts } from "~/content/messages";
import { ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { CheckList } from "~/ui/steps";
import { publicFiguresInWords } from "../_index/public-figures";

export const handle: PageHandle = { minute: [] };

export async function loader({ context }: LoaderFunctionArgs) {
  return json(await publicFiguresInWords(context));
}

export const meta = () =>
  publicPageMeta({ path: "/create-account", title: "Create account", description: siteDescription });

export default function CreateAccount() {
  const { joiningFee } = useLoaderData<typeof loader>();
  return (
    <Page top={{ back: { href: "/" } }}>
      <PageTitle lead={texts.lead(joiningFee)}>Create account</PageTitle>
      <Panel title="What the fee unlocks" look="barley">
        <CheckList items={activationUnlocks} />
      </Panel>
      <p className="text-sm text-peat-60">Signing up is free. You pay the fee later, when you activate your account.</p>
      <div className="flex flex-col gap-3">
        <ButtonLink href="/get-started?mode=sign-up">Sign Up</ButtonLink>
        <ButtonLink href="/get-started?mode=login" look="secondary">
          Log in
        </ButtonLink>
      </div>
    </Page>
  );
}
