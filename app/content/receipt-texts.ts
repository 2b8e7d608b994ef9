import { company, companyFooter } from "./company";

/** The receipt of one payment, as a PDF. */
export const receiptTexts = {
  brand: company.brand,
  title: "Receipt",
  lead: (id: string) => `Payment ${id}`,
  about: {
    from: "From",
    to: "To",
    paidOn: "Paid on",
    by: "Paid by",
    state: "State",
  },
  seller: `${company.legalName}\nRegistered in ${company.registeredIn}, no. ${company.registryNumber}\n${company.address}`,
  modes: { Bank: "Card", Crypto: "Crypto" },
  states: {
    settled: "Paid",
    refunding: "Paid; a refund is in progress",
    refunded: "Paid and refunded",
    disputed: "Paid; the payment is disputed",
  },
  for: {
    title: "What was paid for",
    columns: ["For", "Amount"],
    fee: "Joining fee, once",
    total: "Total, in US dollars",
  },
  stake: ({ number, totalStakes }: { number: number; totalStakes: number }) => `Stake ${number} of ${totalStakes}`,
  moved: { title: "Received and sent back", columns: ["Date", "What", "Amount"], in: "Received", out: "Sent back" },
  notes: [
    "While a cask is in bond, no duty or VAT falls due on it; none is part of this amount.",
    "This is a receipt for a payment. The register, not the receipt, says who holds a stake.",
  ],
  footer: companyFooter,
  pageOf: "of",
} as const;
