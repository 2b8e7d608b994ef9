import { ageRule, company } from "./company";
import { AUDIT_PATH, PROOF_PATH } from "./page-paths";

export const landing = {
  title: "stakes in whisky, wine and rum casks",
  description:
    "Buy stakes in whisky, wine and rum casks held in bonded warehouses in Scotland, with a certificate for each stake. Your capital is at risk. 18+ only.",
  lead: "Start a Whisky Cask investment portfolio from $500",
  moneyBack:
    "You get money back when the cask is sold, or when your stake is bought back or resold. No one has to buy it, so that can take years.",
  requestAccess: "Request access",
  logIn: "Log in",
  adults: "You must be 18 or over.",
  trustLabel: "How casks are kept",
  trustNotes: { audited: "every night", verified: "by its code", secured: "in bond" },
  trust: { audited: AUDIT_PATH, verified: "/verify", secured: "#own-secured" },
  auditLinks: [
    { href: AUDIT_PATH, label: "See the audit" },
    { href: PROOF_PATH, label: "Proof" },
  ],
  returnsTitle: "Sample returns",
  returnsScale: "0 to 25%, one scale. Before fees and taxes.",
} as const;

export const consistentReturns = {
  title: "Consistent returns",
  paragraphs: [
    "Older casks usually sell for more than young ones, but not every cask does: the samples above run from 10.94% to 21.4% over 24 to 26 months.",
    "The rule is always the same: every 24 months we pay what your stake gained above its highest value before, at first the price you paid. If it fell, we pay nothing, and the loss has to be made up first.",
  ],
} as const;

export const howItWorks = {
  title: "How it works",
  steps: (fee: string) => [
    { title: "Request access", text: "Sign up with an email address or phone number. There is no password." },
    {
      title: "Activate your account",
      text: `Pay the one-time joining fee of ${fee}. You then see every price and date.`,
    },
    { title: "Buy stakes", text: "By card or with crypto. Each stake is numbered and has a certificate." },
    { title: "Hold, then withdraw", text: "After 24 months or more, a return can be withdrawn to your bank account." },
  ],
} as const;

export const ownership = {
  title: "What you own and who holds it",
  lead: "You own numbered stakes in a named cask. We keep the register, a warehouse keeper keeps the cask, and you keep the certificate.",
  rack: "Every cask we sell, and how much is sold.",
  complianceTitle: "Compliance",
  compliance: [
    ageRule,
    "Casks stay in bond and are never physically delivered.",
    "We give no investment advice.",
    "Stakes are not deposits or shares, and no compensation scheme covers them.",
  ],
  registration: `${company.legalName} is registered in ${company.registeredIn} (registry number ${company.registryNumber}) and holds the UK customs registration ${company.ukCustomsRegistration}.`,
  foundersTitle: "Founder stakes",
  founders: "They pay what everyone pays.",
} as const;

export const SCREEN_WIDTH = 525;

export const appScreens = {
  title: "The app",
  lead: "Your wallet: what you paid, what it is worth, and why. Demo data: casks and figures are made up.",
  picture: {
    src: "/images/screen-wallet.webp",
    height: 880,
    alt: "The wallet: what the stakes are worth over time, total invested, returns till date, paid out, and what is available.",
  },
} as const;

export const risks = {
  title: "What can go wrong",
  items: [
    { title: "The value falls.", text: "You can get back less than you paid, or nothing." },
    { title: "Selling takes longer.", text: "No one has to buy a cask. You may wait for years." },
    {
      title: "The cask loses spirit.",
      drawing: "/images/drawings/angels.svg",
      text: "Some evaporates every year; a leak can take more.",
    },
    { title: "The valuation is wrong.", text: "A value can be an opinion. The sale decides." },
    { title: "The dollar moves.", text: "In your own currency, that alone can cost you." },
    { title: "We fail.", text: "It can then take time to get your stake out, and you could lose some of it." },
  ],
} as const;

export const market = {
  title: "Market size",
  note: "About bottles. They say nothing about what a cask will return.",
} as const;

export const blog = { title: "Blog", link: "How casks are valued, and what went wrong" } as const;

export const closing = { title: "Start from $500" } as const;

export const disclaimers = {
  title: "Disclaimers",
  paragraphs: [
    "Do not invest money that you may need or cannot afford to lose.",
    "Nothing here is investment, tax or legal advice, or an offer where that is not allowed.",
    "Returns shown are samples from the past, before fees and taxes. They are not a forecast.",
    "Alcohol can harm your health. Please drink responsibly.",
  ],
} as const;
