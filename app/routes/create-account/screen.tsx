import { activationUnlocks } from "~/content/casks";
import { createAccountTexts as texts } from "~/content/login-texts";
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
      <PageTitle lead={texts.lead(fee)}>{texts.title}</PageTitle>
      <Panel title={texts.unlocks} look="barley">
        <CheckList items={activationUnlocks} />
      </Panel>
      <p className="text-sm text-peat-60">{texts.free}</p>
      <div className="flex flex-col gap-3">
        <ButtonLink href="/get-started?mode=sign-up">{texts.signUp}</ButtonLink>
        <ButtonLink href="/get-started?mode=login" look="secondary">
          {texts.logIn}
        </ButtonLink>
      </div>
    </Page>
  );
}
