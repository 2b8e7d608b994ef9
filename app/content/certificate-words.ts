import { type CalendarDate, formatDate } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import { formatUsd } from "~/domain/money";
import { kindNames } from "./casks";
import { company, companyFooter } from "./company";

type Told = {
  holderName: string;
  transliterated: boolean;
  caskName: string;
  caskKind: keyof typeof kindNames;
  distillery: string;
  stakeNumber: number;
  totalStakes: number;
  issuedOn: CalendarDate;
  purchasedOn: CalendarDate;
  amountCents: number;
  warehouse: string;
  code: string;
  registerMark: string;
  auditUrl: string;
};

export type CertificateWords = ReturnType<typeof wordsOf>;

/** Every text on the page, so that all of it can be read in one place. */
export function wordsOf(facts: Told) {
  const stake = `${facts.stakeNumber} of ${facts.totalStakes}`;
  return {
    brand: company.brand,
    title: "Certificate of Ownership",
    lead: `One stake in a single cask in bond, as entered in the register of ${company.legalName}.`,
    holder: {
      label: "Held by",
      value: facts.holderName,
      detail: facts.transliterated ? "In Latin letters, as the holder writes the name." : null,
    },
    cask: {
      label: "Cask",
      value: facts.caskName,
      detail: `${kindNames[facts.caskKind]}, ${facts.distillery}`,
    },
    stake: `Stake ${stake}`,
    rows: [
      { label: "Stake", value: stake },
      { label: "Bought on", value: formatDate(facts.purchasedOn) },
      { label: "Amount paid", value: `${formatUsd(facts.amountCents)} (US dollars)` },
      { label: "Warehouse", value: facts.warehouse },
      { label: "Certificate code", value: groupCode(facts.code) },
      { label: "Issued on", value: formatDate(facts.issuedOn) },
      {
        label: "Register mark",
        value: `${facts.registerMark}, listed each day at ${facts.auditUrl.replace(/^https?:\/\//, "")}`,
        href: facts.auditUrl,
      },
    ],
    check: "Check this certificate",
    checkHow: "Scan the code or open the address. The page says whether this certificate is valid today.",
    proves: "It proves that on the day of issue our register showed the holder as the owner of this stake.",
    provesNot:
      "It does not prove that the stake is still held today, what it is worth, or that any return will be paid, and " +
      "giving it to someone does not transfer the stake.",
    footer: companyFooter,
  };
}
