import { IDENTITY_PATH, identityTexts } from "~/content/identity-texts";
import { legalLinks } from "~/content/company";
import { WAYS_OUT_PATH } from "~/content/page-paths";
import { waysOutPage } from "~/content/ways-out-texts";
import { papersTexts } from "~/content/papers-texts";
import { closingNotice } from "~/content/closing-texts";
import { settingsTexts as texts } from "~/content/profile-texts";
import { formatInstant } from "~/domain/instant";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Icon } from "~/ui/icon";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Logo } from "~/ui/logo";
import { type Bank, BankCard, type Personal, PersonalCard } from "./cards";

export type SettingsScreenProps = {
  activated: boolean;
  personal: Personal;
  bank: Bank;
  /** The account is to be closed, at this time at the earliest. */
  closesFromMs?: number | null;
  /** Such as 'Error fetching user data'. */
  alert?: string | null;
};

export function SettingsScreen({ activated, personal, bank, alert, closesFromMs = null }: SettingsScreenProps) {
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
      {closesFromMs !== null && (
        <Panel look="barley">
          <p>{closingNotice.text(formatInstant(closesFromMs))}</p>
          <a href="/close-account" className="inline-flex min-h-11 items-center font-semibold text-copper underline">
            {closingNotice.link}
          </a>
        </Panel>
      )}
      <PersonalCard personal={personal} />
      <BankCard bank={bank} />
      <Account />
      <Help />
    </Page>
  );
}

function Hub() {
  return (
    <>
      <Rows links={[{ href: "/statements", label: papersTexts.settings }]} />
      <Rows links={papersTexts.links} />
      <Rows
        links={[
          { href: WAYS_OUT_PATH, label: waysOutPage.title },
          { href: IDENTITY_PATH, label: identityTexts.title },
          { href: "/notices", label: texts.notices },
        ]}
      />
    </>
  );
}

function Rows({ links }: { links: readonly { href: string; label: string }[] }) {
  return links.map((item) => (
    <li key={item.href}>
      <a href={item.href} className="flex min-h-12 items-center justify-between gap-3 hover:text-copper">
        {item.label}
        <Icon name="forward" size={16} className="text-copper" />
      </a>
    </li>
  ));
}

/** Every page of a signed-in person leads here by the tabs or by Back. */
function Help() {
  return (
    <Panel title={texts.help}>
      <ul className="-mt-2 -mb-3 divide-y divide-peat-30">
        <Rows links={legalLinks} />
      </ul>
    </Panel>
  );
}

/** What one is told, and last what is asked for least: the other ways out. */
function Account() {
  return (
    <Panel title={texts.account}>
      <ul className="-mt-2 -mb-3 divide-y divide-peat-30">
        <Hub />
        <li className="pb-3">
          <form method="post" action="/logout">
            <input type="hidden" name="intent" value="everywhere" />
            <div className="-ml-4">
              <Button look="quiet" wide={false} aria-describedby="everywhere-hint">
                {texts.logoutEverywhere}
              </Button>
            </div>
            <p id="everywhere-hint" className="text-sm text-peat-60">
              {texts.everywhereHint}
            </p>
          </form>
        </li>
        <Rows links={[{ href: "/close-account", label: texts.close }]} />
      </ul>
    </Panel>
  );
}
