import { Button } from "~/ui/button";
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
  /** accountNumber comes masked, such as '•••• 4321'. Empty texts where nothing is saved. */
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

/** A long address breaks behind its '@', not inside a word. */
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
      <h1 className="sr-only">Settings</h1>
      <ErrorSummary message={alert} />
      <Panel
        title="Personal details"
        action={
          <CornerLink href="/personal-details" what="personal details">
            Edit
          </CornerLink>
        }
      >
        <DefinitionRows
          rows={[
            { label: "Full name", value: orPlaceholder(personal.fullName, "Add full name") },
            {
              label: "Phone",
              value: personal.phoneNumber ? `+91 ${personal.phoneNumber}` : orPlaceholder("", "Not added"),
            },
            {
              label: "Email",
              value: personal.email ? breakAfterAt(personal.email) : orPlaceholder("", "Add email address"),
            },
            { label: "Country", value: "India" },
            { label: "Address", value: orPlaceholder(personal.address, "Add residential address") },
          ]}
        />
      </Panel>
      <Panel
        title="Bank details"
        action={
          <CornerLink href="/bank-details" what="bank details">
            {hasBank ? "Edit" : "Add"}
          </CornerLink>
        }
      >
        <DefinitionRows
          rows={[
            { label: "Bank name", value: orPlaceholder(bank.bankName, "Not added") },
            { label: "Account holder name", value: orPlaceholder(bank.holderName, "Not added") },
            { label: "Account number", value: orPlaceholder(bank.accountNumber, "Not added") },
            { label: "IFSC code", value: orPlaceholder(bank.ifscCode, "Not added") },
            { label: "Swift/BIC", value: orPlaceholder("", "Not needed in India") },
            { label: "Branch address", value: orPlaceholder(bank.branchAddress, "Not added") },
          ]}
        />
      </Panel>
      <form method="post" action="/logout">
        <Button look="secondary">Logout</Button>
      </form>
    </Page>
  );
}
