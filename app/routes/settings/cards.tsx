import type { ReactNode } from "react";
import type { SettingsView } from "~/areas/accounts/profile/read-settings";
import { profileTexts } from "~/content/profile-texts";
import { DefinitionRows } from "~/ui/definition-rows";
import { Panel } from "~/ui/panel";

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

function NotAdded() {
  return (
    <span className="font-normal text-peat-60">
      <span aria-hidden="true">–</span>
      <span className="sr-only">not added</span>
    </span>
  );
}

const orDash = (value: string): ReactNode => (value ? orPlaceholder(value, "") : <NotAdded />);

const LONG = 25;

function CornerLink({ href, what, children }: { href: string; what: string; children: string }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 min-w-11 items-center justify-end font-semibold text-copper underline underline-offset-4"
    >
      {children}
      <span className="sr-only"> {what}</span>
    </a>
  );
}

export function PersonalCard({ personal }: Pick<SettingsView, "personal">) {
  return (
    <Panel
      title="Personal details"
      action={
        <CornerLink href="/personal-details" what="personal details">
          Edit
        </CornerLink>
      }
    >
      <DefinitionRows
        tight
        rows={[
          { label: profileTexts.labels.full_name, value: orPlaceholder(personal.fullName, profileTexts.add.full_name) },
          {
            label: "Phone",
            value: (
              <span className="inline-flex flex-wrap items-center justify-end gap-x-3">
                {personal.phoneNumber ? `+91 ${personal.phoneNumber}` : <NotAdded />}
                <CornerLink href="/phone-number" what="phone number">
                  {personal.phoneNumber ? "Change" : "Add"}
                </CornerLink>
              </span>
            ),
          },
          {
            label: profileTexts.labels.email,
            below: personal.email.length >= LONG,
            value: personal.email ? breakAfterAt(personal.email) : orPlaceholder("", profileTexts.add.email),
          },
          { label: "Country", value: "India" },
          {
            label: profileTexts.labels.address,
            below: personal.address.length >= LONG,
            value: orPlaceholder(personal.address, profileTexts.add.address),
          },
        ]}
      />
    </Panel>
  );
}

export function BankCard({ bank }: Pick<SettingsView, "bank">) {
  const isAdded = Object.values(bank).some(Boolean);
  return (
    <Panel
      title="Bank details"
      action={
        <CornerLink href="/bank-details" what="bank details">
          {isAdded ? "Edit" : "Add"}
        </CornerLink>
      }
    >
      <DefinitionRows
        tight
        rows={[
          { label: "Bank name", value: orDash(bank.bankName) },
          { label: "Account holder name", value: orDash(bank.holderName) },
          { label: "Account number", value: orDash(bank.accountNumber) },
          { label: "IFSC code", value: orDash(bank.ifscCode) },
          { label: "Swift/BIC", value: orPlaceholder("", "Not needed in India") },
          { label: "Branch address", below: bank.branchAddress.length >= LONG, value: orDash(bank.branchAddress) },
        ]}
      />
    </Panel>
  );
}
