// SAMPLE TEXT: before you deploy, have it checked by a lawyer and replace it with your own. What it says about data,
// times and cookies is what the product does: app/db/schema, app/server and the adapters in app/integrations.
import { company, supportLink } from "./company";
import type { LegalDocument } from "./legal-document";

export const privacyPolicy: LegalDocument = {
  path: "/privacy-policy",
  title: "Privacy Policy",
  description: "Which data we keep about you, why, for how long, who else handles it, and how to have it corrected.",
  lead: "We keep what is needed to sell you a stake, to prove that it is yours and to pay you. We do not track you and do not sell data.",
  dates: { inForceFrom: "2026-11-01", changedOn: "2026-11-22" },
  sections: {
    "Who is responsible": [
      [
        `${company.legalName}, ${company.address}, registered in ${company.registeredIn} with the number ${company.registryNumber}. For anything about your data, write to `,
        supportLink,
        ".",
      ],
    ],
    "What we keep": [
      {
        list: [
          "Your account: email address or phone number, and your name and postal address once you give them; your referral code; when you joined and activated the account.",
          "Logins: when a login began and ends, and when you last entered a code. Codes are kept only as a keyed hash, from which they cannot be read.",
          "Purchases: what you paid for, the amount, the date, the state and the provider’s reference number. No card numbers.",
          "Stakes and certificates: cask, stake number, price, dates, and the certificate as a PDF with your name on it.",
          "Bank details: holder, bank, IFSC code, branch and account number. The account number is encrypted.",
          "Withdrawals: amount, dates, the bank details they were asked for with, and the bank’s reference.",
          "Offers of stakes to other investors: cask, price and dates.",
          "Wallet, tokens and referrals: every booking, and who was referred by whom.",
          "A record of who did what to an account, with numbers instead of names.",
          "An email address or phone number you leave so that you hear from us, and when you left it. This needs no account.",
          "What you write to customer support, with the address for the answer, and what we answered.",
        ],
      },
    ],
    "What we do not keep": [
      "No card numbers and no keys of crypto wallets: you give them to the payment provider, on its own page. No passwords: there are none. No location but the country of such an order, no profile of your interests, no advertising identifiers. There are no analytics and no contents of other sites on our pages.",
      "To limit abuse, we count requests for codes and to customer support by internet address and by recipient, and addresses left with us by internet address. Only a keyed hash of the address is stored, for a day at most.",
    ],
    "Why we may do this": [
      {
        list: [
          "To perform our contract with you: account, purchases, certificates, returns, withdrawals, referrals and the messages about them.",
          "Because you asked us to: writing to an address you left for that. You can withdraw that at any time.",
          "Because the law requires it: accounts, tax, and proof of age and identity where we must ask for it.",
          "Because we have a legitimate interest: keeping the site secure, preventing abuse, and answering claims.",
        ],
      },
      "Without an email address or a phone number we cannot open an account; without bank details we cannot pay you. No decision with legal effect for you is made by a machine alone.",
    ],
    "Who handles data for us": [
      {
        list: [
          "Cloudflare: delivers the site and stores the database, logins and certificates. It sees your internet address.",
          "Stripe: card payments. It gets the amount, what is paid for, your email address if we have it, and the card data you enter there. It also uses data on its own account to prevent fraud.",
          "Copperx: crypto payments. It gets the amount, what is paid for, and what you enter there.",
          "MSG91: text messages with login codes. It gets your phone number and makes and checks the code.",
          "Resend: email. It gets your email address and the text of our messages.",
        ],
      },
      "If you write to us on WhatsApp, WhatsApp handles that message under its own terms. Banks get what they need for a transfer. Authorities get data only where the law obliges us. No one else does.",
    ],
    "Where data is handled": [
      "Some of these companies work outside the European Economic Area, among other places in the United States and India. We then rely on an adequacy decision of the European Commission or on its standard contractual clauses. Ask us for a copy.",
    ],
    "How long we keep it": [
      {
        list: [
          "Login codes: valid for 10 minutes, deleted about a day later.",
          "Logins: they end after 14 days without use and after 30 days at the latest. Their records are deleted within a month after that.",
          "Counters against abuse: up to a day.",
          "Technical logs: a few days. They hold numbers and times, no names and no contact details.",
          "Purchases, stakes, certificates, withdrawals and bookings: as long as you hold a stake or a balance, and then for seven years from the end of the financial year, as the Estonian Accounting Act requires.",
          "An address left to hear from us: until you ask us to delete it, and for 24 months at most.",
          "What you wrote to customer support on our page: until you close your account, and for 24 months after the request was closed at most.",
          "An email address or phone number you have changed: until you close the account, to tell its owner of changes and withdrawals, and to settle disputes about who holds the account.",
          "Name, address, contact and bank details: until you change them or close your account.",
        ],
      },
      "You can close your account yourself, in Settings, with a fresh code. If you cannot log in, write to us.",
      {
        list: [
          "What you still hold comes first: stakes have to have ended or been sold, and a balance and pending rewards have to be paid out. While a payment or withdrawal is in progress, the account stays open. Tokens end with the account.",
          "Then we erase your name, your addresses, email addresses and phone numbers, including past ones, your bank details, including those kept with past withdrawals, your referral code, what an operator wrote to you about a withdrawal or why an account was suspended, what you wrote to customer support on our page and our answers, an address you left to hear from us, and the record of every login. Where pages are delivered, the number of the account stays under the key of a login for up to 14 days.",
          "The PDF files of your certificates show your name; they are deleted within an hour. Their codes, stake numbers, dates and hashes stay, so that a copy of yours can still be compared.",
          "Payments, stakes, withdrawals (amount, dates and the bank’s reference), bookings, who was referred by whom, and the record of who did what stay with a number in place of your name, for the seven years named above.",
          "Keyed hashes of an address that was asked for a code, and backups of the database, are gone after a day and after 30 days. What payment providers, banks and authorities keep by law, and emails you sent to customer support, is not erased by this; ask us about the latter.",
        ],
      },
      "The last thing you get from us is a message to each address and number that the account has, or had in the last 30 days, saying that it is done. We keep them until it is sent, and no longer. They can then be used for a new account.",
    ],
    "How we protect it": [
      "Connections are encrypted. Account numbers are encrypted a second time in the database and shown with their last digits only, except to you while you edit them. Changing bank details and withdrawing need a fresh code. A login can be ended at once. Nothing personal is written into logs.",
      "If something still goes wrong, we tell the authority within 72 hours where the law requires it, and you if it could harm you.",
    ],
    "Cookies and storage in your browser": [
      "We set only what the site needs to work, so there is nothing to agree to:",
      {
        list: [
          "session: who is logged in. Up to 30 days, gone when you log out.",
          "login: a login that has begun, until the code is entered. A day at most.",
          "contact-change: a change of your email address or phone number that has begun. 15 minutes.",
          "browser: a random name for this browser, so that no one else’s requests for codes are counted as yours, and which addresses were confirmed in it, as fingerprints. 400 days.",
          "ref: the referral code you came with, until you sign up. 90 days.",
          "ticket: your turn, and the address you typed, while codes are sent with a delay. 75 minutes.",
          "wallet-tab: which part of your wallet you last looked at. Up to a year. The same is kept in the browser’s local storage as selectedTab.",
          "csv-style: whether your CSV files have decimal commas. Up to a year.",
          "toast: a message for the next page, such as “User updated successfully!”. Gone once it is shown, or after a minute.",
        ],
      },
      "Scripts cannot read any of them, and those about you are signed. On the live site a name can begin with __Host-, which ties the cookie to this site alone. Pages that you can see without an account set none of them, except the log-in pages, and the page that a referral link leads to.",
      "Once you are logged in, your browser also keeps our page “You are offline” and the small script that shows it. Neither holds anything about you, and both go when you log out.",
    ],
    Referrals: [
      "If you sign up with someone’s link, that person sees your phone number or email address with most of it hidden, and whether you own a stake. Nothing else. When you share your own link, you do it with your own apps; we never see your contacts.",
    ],
    "Your rights": [
      "You can ask for a copy of your data, have errors corrected, have data deleted (most of it yourself, by closing your account) or its use limited, object to a use that rests on our interest, and take your data elsewhere. Write to us from the address of your account; we answer within a month and it costs nothing. What the law makes us keep, we cannot delete early.",
      [
        "You can complain to the Estonian Data Protection Inspectorate (",
        { href: "https://www.aki.ee", label: "aki.ee" },
        ") or to the authority where you live. The law of your own country, such as India’s Digital Personal Data Protection Act, may give you further rights.",
      ],
    ],
    "Age and changes": [
      "The site is for adults: 18 or over, and of legal drinking age where they live. If we learn that a younger person has an account, we close it.",
      "When we change this policy, we change the date above. Before a change that matters to you, we write to you.",
    ],
  },
};
