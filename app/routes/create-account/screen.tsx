import { activationUnlocks } from "~/content/casks";
import { ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { CheckList } from "~/ui/steps";

export type CreateAccountScreenProps = {
  /** With its sign: '$10'. */
  fee: string;
};

export function CreateAccountScreen({ fee }: CreateAccountScreenProps) {
  return (
    <Page top={{ back: { href: "/" } }}>
      <PageTitle lead={`One time joining fee of ${fee}`}>Create account</PageTitle>
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
