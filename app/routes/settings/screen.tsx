import { legalLinks } from "~/content/company";
import { papersTexts } from "~/content/papers-texts";
import { settingsTexts as texts } from "~/content/profile-texts";
import { Button, ButtonLink } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Logo } from "~/ui/logo";
import { type Bank, BankCard, type Personal, PersonalCard } from "./cards";

export type SettingsScreenProps = {
  activated: boolean;
  personal: Personal;
  bank: Bank;
  /** Such as 'Error fetching user data'. */
  alert?: string | null;
};

export function SettingsScreen({ activated, personal, bank, alert }: SettingsScreenProps) {
  return (
    <Page tabs={{ current: "settings", activated }}>
      <div className="-mb-3 flex min-h-14 flex-wrap items-center justify-between">
        <Logo />
        <form method="post" action="/logout" className="-mr-4">
          <Button look="quiet" wide={false}>
            {texts.logout}
          </Button>
        </form>
      </div>
      <h1 className="sr-only">{texts.title}</h1>
      <ErrorSummary message={alert} />
      <PersonalCard personal={personal} />
      <BankCard bank={bank} />
      <Leaving />
      <Help />
    </Page>
  );
}

/** Every page of a signed-in person leads here by the tabs or by Back. */
function Help() {
  return (
    <Panel title={texts.help}>
      <ul>
        {legalLinks.map((item) => (
          <li key={item.href}>
            <a href={item.href} className="inline-flex min-h-11 items-center text-copper underline underline-offset-4">
              {item.label}
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** What is asked for least: other ways out, and what one is told. */
function Leaving() {
  return (
    <div className="flex flex-col gap-3">
      <form method="post" action="/logout">
        <input type="hidden" name="intent" value="everywhere" />
        <Button look="quiet" aria-describedby="everywhere-hint">
          {texts.logoutEverywhere}
        </Button>
        <p id="everywhere-hint" className="text-center text-sm text-peat-60">
          {texts.everywhereHint}
        </p>
      </form>
      <ButtonLink href="/statements" look="quiet">
        {papersTexts.settings}
      </ButtonLink>
      <ButtonLink href="/notices" look="quiet">
        {texts.notices}
      </ButtonLink>
      <ButtonLink href="/close-account" look="quiet">
        {texts.close}
      </ButtonLink>
    </div>
  );
}
