import { CANCELLATION_FEE_MOST_PERCENT, INCLUDED_STORAGE_YEARS } from "~/domain/fees";
import { ageRule, company } from "./company";
import { AUDIT_PATH, PROOF_PATH } from "./page-paths";
import { waysOutPage } from "./ways-out-texts";

export const landing = {
  title: "stakes in whisky, wine and rum casks",
  description:
    "Buy stakes in whisky, wine and rum casks held in bonded warehouses in Scotland, with a certificate for each stake. Your capital is at risk. 18+ only.",
  lead: "Start a Whisky Cask investment portfolio from $500",
  requestAccess: "Request access",
  logIn: "Log in",
  adults: "You must be 18 or over.",
  trustLabel: "How casks are kept",
  /** Where each of the three can be looked at: what is not published leads to its row and source on the page. */
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
    "Older casks usually sell for more than young ones. That takes years, and not every cask does: the three samples above run from 10.94% to 21.4% over about two years.",
    "What stays the same is how we work a return out. Every 24 months it is the value of a stake at the end less its value at the start. If the value fell, the return is zero, and what you hold is worth less.",
    "Every value has a date and says what it rests on: a measurement of the cask, a model, or an opinion. Until a cask is valued, we say so and show no figure.",
  ],
} as const;

export const howItWorks = {
  title: "How it works",
  steps: (fee: string) => [
    {
      title: "Request access",
      text: "Sign up with your email address or phone number and a six-digit code. There is no password.",
    },
    {
      title: "Activate your account",
      text: `Pay the one-time joining fee of ${fee}. You then see prices, dates and the stakes left in each cask.`,
    },
    {
      title: "Buy stakes",
      text: "Between the launch date and the close date of a cask, by card or with crypto. Each stake is numbered and has a certificate.",
    },
    {
      title: "Hold, then withdraw",
      text: "After 24 months or more the return, if there is one, can be withdrawn to your bank account. Transfers are processed within 24 hours.",
      more: waysOutPage,
    },
  ],
} as const;

export const ownership = {
  title: "What you own and who holds it",
  lead: "You own numbered stakes in a named cask. We keep the register, a warehouse keeper keeps the cask, and you keep the certificate.",
  complianceTitle: "Compliance",
  compliance: [
    ageRule,
    "Casks stay in bond. They are never physically delivered.",
    "We give no investment advice and do not manage your money.",
    "Stakes are not deposits or shares. No deposit guarantee or investor compensation scheme covers them.",
  ],
  registration: `${company.legalName} is registered in ${company.registeredIn} (registry number ${company.registryNumber}) and holds the UK customs registration ${company.ukCustomsRegistration}.`,
  foundersTitle: "Founder stakes",
  founders: "They pay the same price, get the same certificate and wait as long as everyone else.",
} as const;

/** In pixels; the pictures are drawn smaller than that. */
export const SCREEN_WIDTH = 525;

export const appScreens = {
  title: "The app",
  label: "Pictures of the app",
  lead: "Pictures of the demo account. Casks, distilleries and figures are made up and show no real return.",
  pictures: [
    {
      name: "screen-invest",
      height: 847,
      alt: "The screen Invest: a cask with its drawing, the cost per stake, the stakes available and the close date.",
      caption: "Casks for sale: how much of each is sold, and until when.",
    },
    {
      name: "screen-cask",
      height: 847,
      alt: "The page of one cask: its drawing, the cost of one stake, the stakes left, the close date and the warehouse.",
      caption: "One cask: what a stake costs, how many are left, where it lies.",
    },
    {
      name: "screen-wallet",
      height: 847,
      alt: "The wallet: total invested, returns till date in parts, paid out, and what is available.",
      caption: "The wallet: a value always comes with its date and what it rests on.",
    },
    {
      name: "screen-certificate",
      height: 896,
      alt: "The page of a certificate: it is valid, its code, the cask, the stake and the date of issue.",
      caption: "A certificate, looked up by its code.",
    },
  ],
} as const;

export const risks = {
  title: "What can go wrong",
  items: [
    { title: "The value falls.", text: "You can get back less than you paid, or nothing." },
    { title: "Selling takes longer.", text: "There is no market that must buy a cask. You may wait for years." },
    {
      title: "The cask loses spirit.",
      drawing: "/images/drawings/angels.svg",
      text: "Some evaporates every year. A leak can take more, or turn the contents bad.",
    },
    {
      title: "The valuation is wrong.",
      text: "Few casks are traded, so a value can be an opinion. The sale decides.",
    },
    { title: "The dollar moves.", text: "Prices are in US dollars. In your own currency you can lose by that alone." },
    {
      title: "We fail.",
      text: "If we or a warehouse keeper stop trading, it can take time to get at your stake, and some of it may be lost.",
    },
  ],
} as const;

/** `sourced`: its figure is the starting price. */
export type FeeRow = { label: string; amount: string; note: string; sourced?: true };

export const fees = {
  title: "Fees",
  rows: (fee: string): readonly FeeRow[] => [
    { label: "Joining fee", amount: fee, note: "Once. It activates your account." },
    {
      label: "One stake",
      amount: "from $500",
      note: `Each cask has its own price. ${INCLUDED_STORAGE_YEARS} years of storage and insurance are included.`,
      sourced: true,
    },
    {
      label: "Paying and withdrawing",
      amount: "none",
      note: "We add nothing. Your bank may charge for exchange or receipt, the crypto network for the transfer.",
    },
    {
      label: "Sale of a cask",
      amount: "at cost",
      note: "The costs of the sale come off the price before it is shared out. We show both.",
    },
    {
      label: "Cancellation",
      amount: `up to ${CANCELLATION_FEE_MOST_PERCENT}%`,
      note: "Of the invoice, where the law leaves us a fee. Nothing within your legal right to cancel.",
    },
  ],
} as const;

export const market = {
  title: "Market size",
  note: "These figures are about bottles. They say nothing about what a cask will return.",
} as const;

export const blog = {
  title: "Blog",
  link: "How casks are valued, what happens in bond, and what went wrong: longer pieces are on our blog",
} as const;

export const closing = {
  title: "Start from $500",
} as const;

export const disclaimers = {
  title: "Disclaimers",
  paragraphs: [
    "Stakes in casks are for people who can wait and can bear a loss. Do not invest money you may need.",
    "Nothing on this site is investment, tax or legal advice, or an offer where such an offer is not allowed.",
    "Return figures are samples from the past. They are before fees and taxes and are not a forecast.",
    "Alcohol can harm your health. Please drink responsibly.",
  ],
} as const;
