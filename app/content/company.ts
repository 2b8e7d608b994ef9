// SAMPLE VALUES: replace every value in this file with your own before you deploy.

const support = {
  email: "support@dunnage.example",
  whatsApp: "+372 5555 0000",
  hours: "Mon-Fri 9-18 GMT",
  replyTime: "within 24 hours",
};

export const company = {
  brand: "Dunnage",
  legalName: "Dunnage Sample OÜ",
  registeredIn: "Estonia",
  registryNumber: "00000000",
  address: "Sample Street 1, 10111 Tallinn, Estonia",
  ukCustomsRegistration: "GB000000000000",
  siteUrl: "https://dunnage.example",
  blogUrl: "https://dunnage.example/blog",
  support: { ...support, whatsAppUrl: `https://wa.me/${support.whatsApp.replace(/\D/g, "")}` },
  social: [
    { name: "Instagram", href: "https://www.instagram.com/dunnage.example" },
    { name: "LinkedIn", href: "https://www.linkedin.com/company/dunnage-example" },
    { name: "YouTube", href: "https://www.youtube.com/@dunnage.example" },
    { name: "X", href: "https://x.com/dunnage_example" },
  ],
} as const;

export const ageRule = "You must be 18 or over, or of legal drinking age where you live.";
export const ageNotice = `18+ only. ${ageRule}`;

export const supportLink = { href: `mailto:${company.support.email}`, label: company.support.email };

export const companyFooter = `${company.legalName}, registered in ${company.registeredIn}, no. ${company.registryNumber}. ${company.address}.`;

export const legalLinks = [
  { href: "/terms-and-conditions", label: "Terms & Conditions" },
  { href: "/privacy-policy", label: "Privacy Policy" },
  { href: "/terms-of-service", label: "Terms of Service" },
  { href: "/refunds-cancellations", label: "Refunds & Cancellations" },
  { href: "/customer-support", label: "Customer support" },
] as const;
