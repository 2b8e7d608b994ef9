import { gainWords, passTexts, stakeOf } from "~/content/holding-texts";
import { stakePath } from "~/content/page-paths";
import type { Sha256 } from "~/domain/audit/audit-files";
import type { MarkedCertificate } from "~/domain/audit/stake-in-audit";
import type { CalendarDate } from "~/domain/calendar-date";
import type { CaskType } from "~/domain/cask-shape";
import { monthsSince } from "~/domain/cycles";
import { type MarkLine, markLine } from "./audit/mark-line";
import { percentText } from "./percent-text";

/** A stake as far as its pass says something of it. */
type PassFigures = {
  stakeId: string;
  caskName: string;
  caskType: CaskType;
  number: number;
  totalStakes: number;
  priceCents: number;
  state: "active" | "frozen" | "ended";
  soldForCents: number | null;
  /** Of an active stake: its value less what was advanced on the sale. */
  worthCents: number | null;
  value: { cents: number; valuedOn: CalendarDate; tier: string } | null;
  gain: GainFigures | null;
  next: { what: keyof typeof passTexts.next; on: CalendarDate } | null;
  marked: MarkedCertificate | null;
};

type GainFigures = { cents: number; percent: number; since: CalendarDate; until: CalendarDate };

export type GainLine = { text: string; tone: "gain" | "loss" | "none" };

export type Pass = {
  href: string;
  caskType: CaskType;
  number: number;
  totalStakes: number;
  name: string;
  stake: string;
  worth: string;
  gain: GainLine | null;
  /** What was paid, and the day of the value. */
  basis: string;
  next: string | null;
  /** Where it stands in the public audit; null: no certificate of it stands. */
  audit: MarkLine | null;
};

/** All in words, so that the browser prints them only. */
export function passOf(stake: PassFigures, now: { nowMs: number; sha256: Sha256 }): Pass {
  const { stakeId, caskName: name, caskType, number, totalStakes, priceCents, value, gain, next } = stake;
  return {
    href: stakePath(stakeId),
    ...{ caskType, number, totalStakes, name },
    stake: stakeOf(number, totalStakes),
    worth: worthOf(stake),
    gain: gain && gainLine(gain, "short"),
    basis: [passTexts.paid(priceCents), value && passTexts.valuedOn(value.valuedOn)].filter(Boolean).join(", "),
    next: next && passTexts.next[next.what](next.on),
    audit: markLine(stake.marked, now),
  };
}

function worthOf({ state, soldForCents, worthCents, value }: PassFigures): string {
  if (state === "frozen") return passTexts.frozen;
  if (state === "ended") return soldForCents === null ? passTexts.givenBack : passTexts.soldFor(soldForCents);
  return value ? passTexts.worth(worthCents ?? value.cents, value.tier) : passTexts.notValued;
}

export function gainLine({ cents, percent, since, until }: GainFigures, length: keyof typeof gainWords): GainLine {
  const text = gainWords[length]({
    cents,
    percent: percentText(percent, true),
    months: monthsSince(since, until),
    since,
  });
  return { text, tone: cents > 0 ? "gain" : cents < 0 ? "loss" : "none" };
}
