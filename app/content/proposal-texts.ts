import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { SecondReason } from "~/domain/second-person";
import { settingTexts } from "./console-texts";

export const proposalTexts = {
  title: "Waiting for a second person",
  /** Values of several lines are shown above the button already. */
  confirm: (to: string) => (to.length > 100 ? "Confirm this change" : `Confirm: ${to}`),
} as const;

export type ProposalFacts = {
  id: string;
  what: string;
  from: string;
  to: string;
  by: string;
  proposedBy: string;
  proposedAtMs: number;
  /** null: for as long as it stands. */
  expiresAtMs: number | null;
};

export const proposalErrors = {
  "no-such-proposal": "There is no such proposal.",
  "own-proposal": "You proposed this: another operator has to confirm it.",
  "decided-otherwise": "This proposal has already been decided, or another one has replaced it.",
  expired: "This proposal is older than 7 days: propose it again.",
  "changed-meanwhile": "What it would change has itself changed since it was proposed: propose it again.",
  "figures-differ": "This is not what was proposed. Look at the figures again.",
  "no-change": "That is already the case.",
  "proposed-already": "Another operator has proposed exactly this: confirm it.",
  "own-stake": "You hold a stake in this cask: another operator has to decide on its value.",
  "not-allowed": "Nothing was changed.",
} as const;

export const secondReasons: Record<SecondReason, string> = {
  raised: "It is more than 10% above the last value that two operators had seen, or above the lowest value since.",
  backdated: "It is dated before an earlier entry.",
};

type Kind = "setting" | "valuation" | "return";
type Proposal = { kind: Kind; subject: string; was: string; becomes: string; about: string | null };
type SettingKey = keyof typeof settingTexts.labels;

type Said = { what: string; from: string; to: string };

const isSetting = (key: string): key is SettingKey => Object.hasOwn(settingTexts.labels, key);
const amount = (key: string, value: string) => {
  if (value === "") return key === "market_countries" ? "nowhere" : "none";
  return key.includes("cents") ? formatUsd(Number(value)) : value;
};

export function sayProposal({ kind, subject, was, becomes, about }: Proposal): Said {
  if (kind === "valuation") return sayValuation(was, becomes, about ?? subject);
  if (kind === "return") {
    const { reference, reason } = JSON.parse(becomes) as { reference: string; reason: string };
    return { what: `Payout to ${about ?? subject} came back: ${reason}`, from: was, to: `sent back, ${reference}` };
  }
  const key = subject.slice("setting:".length);
  return { what: isSetting(key) ? settingTexts.labels[key] : key, from: amount(key, was), to: amount(key, becomes) };
}

type Values = { valued_on: string; value_per_stake: number; tier: string; method: string; source: string };

function sayValuation(was: string, becomes: string, cask: string): Said {
  const { valued_on, value_per_stake, tier, method, source } = JSON.parse(becomes) as Values;
  return {
    what: `Value of a stake of ${cask} on ${formatDate(valued_on)}: ${tier}, ${method}, ${source}`,
    from: formatUsd(Number(was.split(":")[1])),
    to: formatUsd(value_per_stake),
  };
}

export type OtherProposal = { kind: "sale" | "bid" | "payout"; about: string; amountCents: number; reference: string };

export function sayOtherProposal({ kind, about, amountCents, reference }: OtherProposal): Said {
  const amount = formatUsd(amountCents);
  if (kind === "payout") return { what: `Payout to ${about} under ${reference}`, from: "not paid", to: amount };
  const perStake = `${amount} net a stake`;
  if (kind === "sale") return { what: `Sale of ${about}`, from: "not sold", to: perStake };
  return { what: `Bid for ${about}, to be put to its holders`, from: "a draft", to: perStake };
}
