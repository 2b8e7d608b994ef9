import { legalLinks } from "~/content/company";
import { papersTexts } from "~/content/papers-texts";
import { profileTexts, settingsTexts as texts } from "~/content/profile-texts";
import { Button, ButtonLink } from "~/ui/button";
import { AppLink } from "~/ui/app-link";
import { DefinitionRows } from "~/ui/definition-rows";
import { ErrorSummary } from "~/ui/error-summary";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { Logo } from "~/ui/logo";
import type { ReactNode } from "react";

export type SettingsScreenProps = {
  activated: boolean;
  personal: { fullName: string; phoneNumber: string; email: string; address: string };
  /** accountNumber is masked, such as '•••• 4321'. Empty strings where nothing is saved. */
  bank: { bankName: string; holderName: string; accountNumber: string; ifscCode: string; branchAddress: string };
  /** Such as 'Error fetching user data'. */
  alert?: string | null;
};

function orPlaceholder(value: string, placeholder: string): ReactNode {
  if (value)
    return (
      <span dir="auto" className="whitespace-pre-line">
        {value}
      </span>
    );
  return <span className="font-normal text-peat-60">{placeholder}</span>;
}

/** Lets a long email address break after its '@' rather than inside a word. */
function breakAfterAt(email: string): ReactNode {
  const [name, host] = email.split("@");
  return (
    <span>
      {name}@<wbr />
      {host}
    </span>
  );
}

function CornerLink({ href, what, children }: { href: string; what: string; children: string }) {
  return (
    <AppLink
      href={href}
      className="inline-flex min-h-11 min-w-11 items-center justify-end font-semibold text-copper underline underline-offset-4"
    >
      {children}
      <span className="sr-only"> {what}</span>
    </AppLink>
  );
}

export function SettingsScreen({ activated, personal, bank, alert }: SettingsScreenProps) {
  const hasBank = Object.values(bank).some(Boolean);
  return (
    <Page tabs={{ current: "settings", activated }}>
      <div className="flex min-h-14 items-center">
        <Logo size="large" />
      </div>
      <h1 className="sr-only">{texts.title}</h1>
      <ErrorSummary message={alert} />
      <Panel
        title={texts.personal}
        action={
          <CornerLink href="/personal-details" what={texts.ofPersonal}>
            {texts.edit}
          </CornerLink>
        }
      >
        <DefinitionRows
          rows={[
            {
              label: profileTexts.labels.full_name,
              value: orPlaceholder(personal.fullName, profileTexts.add.full_name),
            },
            {
              label: texts.labels.phone,
              value: (
                <span className="inline-flex flex-wrap items-center justify-end gap-x-3">
                  {personal.phoneNumber ? `+91 ${personal.phoneNumber}` : orPlaceholder("", texts.notAdded)}
                  <CornerLink href="/phone-number" what={texts.ofPhone}>
                    {personal.phoneNumber ? texts.change : texts.add}
                  </CornerLink>
                </span>
              ),
            },
            {
              label: profileTexts.labels.email,
              value: personal.email ? breakAfterAt(personal.email) : orPlaceholder("", profileTexts.add.email),
            },
            { label: texts.labels.country, value: texts.country },
            { label: profileTexts.labels.address, value: orPlaceholder(personal.address, profileTexts.add.address) },
          ]}
        />
      </Panel>
      <Panel
        title={texts.bank}
        action={
          <CornerLink href="/bank-details" what={texts.ofBank}>
            {hasBank ? texts.edit : texts.add}
          </CornerLink>
        }
      >
        <DefinitionRows
          rows={[
            { label: texts.labels.bankName, value: orPlaceholder(bank.bankName, texts.notAdded) },
            { label: texts.labels.holderName, value: orPlaceholder(bank.holderName, texts.notAdded) },
            { label: texts.labels.accountNumber, value: orPlaceholder(bank.accountNumber, texts.notAdded) },
            { label: texts.labels.ifscCode, value: orPlaceholder(bank.ifscCode, texts.notAdded) },
            { label: texts.labels.swift, value: orPlaceholder("", texts.noSwift) },
            { label: texts.labels.branchAddress, value: orPlaceholder(bank.branchAddress, texts.notAdded) },
          ]}
        />
      </Panel>
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

/** The ways out: of this device, of all of them, for good. */
function Leaving() {
  return (
    <div className="flex flex-col gap-3">
      <form method="post" action="/logout">
        <Button look="secondary">{texts.logout}</Button>
      </form>
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
