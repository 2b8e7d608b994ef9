// SAMPLE VALUES: replace every value in this file with your own before you deploy.
import { type CompanyFacts, readCompany } from "~/domain/stated-facts";

/** What stands until two operators state something else in Settings. */
export const ourCompany: CompanyFacts = {
  legalName: "Dunnage Sample OÜ",
  registeredIn: "Estonia",
  registryNumber: "00000000",
  address: "Sample Street 1, 10111 Tallinn, Estonia",
  ukCustomsRegistration: "GB000000000000",
  email: "support@dunnage.example",
  whatsApp: "+372 5555 0000",
  hours: "Mon-Fri 9-18 GMT",
  replyTime: "within 24 hours",
};

const whatsAppUrlOf = (number: string) => `https://wa.me/${number.replace(/\D/g, "")}`;

type Shown = CompanyFacts & { whatsAppUrl: string };
export const shownOf = (facts: CompanyFacts): Shown => ({ ...facts, whatsAppUrl: whatsAppUrlOf(facts.whatsApp) });

let shown = shownOf(ourCompany);

/** @param kept of the setting `company`; '', or what cannot be read: ours */
export function companyOf(kept: string): CompanyFacts {
  const read = kept === "" ? null : readCompany(kept);
  return read?.ok ? read.facts : ourCompany;
}

/** From now on every text says this. */
export function showCompany(facts: Shown): void {
  shown = facts;
}

/** A text that names what operators can change reads it when it is shown: by a getter or a function, never as a constant. */
export const company = {
  brand: "Dunnage",
  get legalName() {
    return shown.legalName;
  },
  get registeredIn() {
    return shown.registeredIn;
  },
  get registryNumber() {
    return shown.registryNumber;
  },
  get address() {
    return shown.address;
  },
  get ukCustomsRegistration() {
    return shown.ukCustomsRegistration;
  },
  siteUrl: "https://dunnage.example",
  blogUrl: "https://dunnage.example/blog",
  support: {
    get email() {
      return shown.email;
    },
    get whatsApp() {
      return shown.whatsApp;
    },
    get whatsAppUrl() {
      return shown.whatsAppUrl;
    },
    get hours() {
      return shown.hours;
    },
    get replyTime() {
      return shown.replyTime;
    },
  },
  social: [
    { name: "Instagram", href: "https://www.instagram.com/dunnage.example" },
    { name: "LinkedIn", href: "https://www.linkedin.com/company/dunnage-example" },
    { name: "YouTube", href: "https://www.youtube.com/@dunnage.example" },
    { name: "X", href: "https://x.com/dunnage_example" },
  ],
} as const;

export const ageRule = "You must be 18 or over, or of legal drinking age where you live.";
export const ageNotice = `18+ only. ${ageRule}`;

/** The link to write to us, within a legal text. */
export const supportLink = {
  get href() {
    return `mailto:${company.support.email}`;
  },
  get label() {
    return company.support.email;
  },
};

/** Below documents, in one line. */
export const companyFooter = () =>
  `${company.legalName}, registered in ${company.registeredIn}, no. ${company.registryNumber}. ${company.address}.`;

export const legalLinks = [
  { href: "/terms-and-conditions", label: "Terms & Conditions" },
  { href: "/privacy-policy", label: "Privacy Policy" },
  { href: "/terms-of-service", label: "Terms of Service" },
  { href: "/refunds-cancellations", label: "Refunds & Cancellations" },
  { href: "/customer-support", label: "Customer support" },
] as const;
