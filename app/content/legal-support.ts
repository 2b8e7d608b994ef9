import { supportLink } from "./company";
import type { LegalDocument } from "./legal-document";

export const customerSupport: LegalDocument = {
  path: "/customer-support",
  title: "Customer support",
  description: "How to reach us by email or WhatsApp, when we are there, and what to have to hand.",
  lead: "A person reads what you write.",
  sections: {
    "What to have to hand": [
      {
        list: [
          "for a payment: its date, the amount and the name of the cask",
          "for a certificate: its code, which is printed on it",
          "for an error: the reference that the page showed",
        ],
      },
      "Write from the email address of your account, or give your phone number, so that we can find you.",
    ],
    "What we never ask for": [
      "We never ask for a login code, a card number or the keys of a crypto wallet, and we never call you to sell stakes. If someone does so in our name, do not answer; tell us instead.",
    ],
    "If something cannot wait": [
      [
        "If someone may have got into your account, or your bank details were changed without your knowledge, write to ",
        supportLink,
        " with “Account” in the subject. We can end all logins and stop a transfer that has not been sent. After a change of contact or bank details, and before the first payment to an account, every transfer waits 48 hours, so that there is time for this.",
      ],
    ],
    "If you have two accounts": [
      "Keep the one you use and close the other in its settings. We cannot move stakes or money between accounts: withdraw a balance first, and keep an account open while it holds stakes.",
    ],
    "If an investor has died": [
      [
        "Write to ",
        supportLink,
        " and send the death certificate and the document that proves who inherits. We then end all logins and stop all payments from the account. Its stakes stay invested until their casks are sold, and what they bring waits in the account until we have agreed with the heirs in writing how it is paid.",
      ],
    ],
    Complaints: [
      [
        "Tell us what went wrong and what would put it right. If we cannot find a solution together, consumers in the EU can turn to the Consumer Disputes Committee in Estonia (",
        { href: "https://komisjon.ee", label: "komisjon.ee" },
        ") or to the body in their own country. Cancelling and refunds: ",
        { href: "/refunds-cancellations", label: "Refunds & Cancellations" },
        ".",
      ],
    ],
  },
};
