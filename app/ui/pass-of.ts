import { passTexts, stakeOf } from "~/content/holding-texts";
import { stakePath } from "~/content/page-paths";
import { formatChange, formatUsd } from "~/domain/money";
import { type CalendarDate, dateOf } from "~/domain/calendar-date";
import type { CaskType } from "~/domain/cask-shape";
import { type CyclePicture, drawCycleRing } from "~/domain/pictures/cycle-ring";
import type { Standing } from "~/domain/returns";
import { percentText } from "./percent-text";

type PassFigures = {
  stakeId: string;
  caskName: string;
  caskType: CaskType;
  number: number;
  totalStakes: number;
  priceCents: number;
  purchasedOn: CalendarDate;
  state: "active" | "frozen" | "ended";
  soldOn: CalendarDate | null;
  soldForCents: number | null;
  worthCents: number | null;
  advancedCents: number;
  value: { cents: number; tier: string } | null;
  gain: GainFigures | null;
  standing: Pick<Standing, "status" | "currentCycleNumber"> | null;
  waitsUntil: CalendarDate | null;
};

type GainFigures = { cents: number; percent: number };

export type GainLine = { cents: string; percent: string; tone: "gain" | "loss" | "none" };

export type Pass = {
  href: string;
  caskType: CaskType;
  number: number;
  totalStakes: number;
  name: string;
  stake: string;
  worth: string;
  /** Returns paid before: the gain counts them, the worth does not. */
  advanced: string | null;
  gain: GainLine | null;
  basis: string;
  ring: Pick<CyclePicture, "state" | "months" | "of"> | null;
};

export function passOf(stake: PassFigures, nowMs: number): Pass {
  const { stakeId, caskName: name, caskType, number, totalStakes, gain, purchasedOn, standing } = stake;
  const ring = standing && drawCycleRing({ purchasedOn, today: dateOf(nowMs), ...standing });
  return {
    href: stakePath(stakeId),
    caskType,
    number,
    totalStakes,
    name,
    stake: [stakeOf(number, totalStakes), comingOf(stake, ring)].filter(Boolean).join(" · "),
    ...worthOf(stake),
    advanced: stake.state === "active" && stake.advancedCents > 0 ? passTexts.advanced(stake.advancedCents) : null,
    gain: gain && gainLine(gain),
    ring: ring && { state: ring.state, months: ring.months, of: ring.of },
  };
}

function comingOf({ soldOn, waitsUntil }: PassFigures, ring: CyclePicture | null): string | null {
  if (soldOn) return passTexts.sold(soldOn);
  if (waitsUntil) return passTexts.waits(waitsUntil);
  if (!ring) return null;
  return ring.state === "running" ? passTexts.until(ring.endsOn) : passTexts[ring.state];
}

function worthOf({ state, soldForCents, worthCents, value, priceCents }: PassFigures): Pick<Pass, "worth" | "basis"> {
  if (state === "frozen") return { worth: passTexts.frozen, basis: passTexts.paid(priceCents) };
  if (state === "ended")
    return {
      worth: soldForCents === null ? passTexts.givenBack : passTexts.soldFor(soldForCents),
      basis: passTexts.paid(priceCents),
    };
  if (!value) return { worth: formatUsd(priceCents), basis: passTexts.notValued };
  return { worth: formatUsd(worthCents ?? value.cents), basis: value.tier };
}

export function gainLine({ cents, percent }: GainFigures): GainLine {
  const tone = cents > 0 ? "gain" : cents < 0 ? "loss" : "none";
  return { cents: formatChange(cents), percent: percentText(percent, true), tone };
}
