import { formatDate } from "~/domain/calendar-date";
import { formatUsd } from "~/domain/money";
import type { MarkKind } from "~/domain/pictures/plot";
import { inLitres } from "./gauge-texts";

export const pictureTexts = { today: "today" } as const;

export const markNames: Record<MarkKind, string> = {
  paid: "paid",
  measured: "measured",
  modelled: "modelled",
  opinion: "opinion",
  sale: "sold",
};

type Point = { day: string; cents: number; kind: MarkKind };

export const pointText = ({ day, cents, kind }: Point) => `${formatDate(day)}: ${formatUsd(cents)}, ${markNames[kind]}`;

export const portfolioPictureTexts = { label: "Your stakes over time" } as const;

export const stakeValueTexts = { months: (months: number) => `${months} mo.` } as const;

export const angelsTexts = {
  title: "Evaporation (the angels’ share)",
  lead: "Litres of alcohol in this cask",
  none: "Not measured since filling.",
  once: "Measured once. How much evaporates will show at the second measurement.",
  lost: (litres: string, from: string, to: string) => `${inLitres(litres)} evaporated between ${from} and ${to}.`,
  kept: "Nothing was lost between the measurements.",
  expected: (low: number, high: number, year: number) =>
    `If it keeps losing spirit at about this rate, ${low} to ${inLitres(high)} will be left in ${year}. An estimate.`,
  rows: { filled: "filled", measured: "measured", expected: "expected" },
  litres: inLitres,
  strength: "Strength",
  alcohol: "Alcohol",
  near: "near the legal limit",
  below: "below the legal limit",
  nearText: (abv: string) => `${abv}% by volume. Whisky has at least 40%.`,
  percent: (abv: string) => `${abv}%`,
} as const;

export const sharesTexts = {
  lead: (gross: string, day: string, perStake: string) => `Sold for ${gross} on ${day}: ${perStake} for each stake.`,
  label: "The price, divided",
  who: {
    own: (stakes: number) => (stakes === 1 ? "Your stake" : `Your ${stakes} stakes`),
    others: (stakes: number) => (stakes === 1 ? "1 stake held by someone else" : `${stakes} stakes held by others`),
    house: (stakes: number) => (stakes === 1 ? "1 stake no one bought: ours" : `${stakes} stakes no one bought: ours`),
    fees: () => "Costs of the sale",
    rounding: () => "Left over by rounding: ours",
  },
} as const;

const whole = (count: number) => count.toLocaleString("en-US");

type Counts = { total: number; own: readonly number[] };

export const bandTexts = {
  labels: {
    free: (count: number) => [`${whole(count)} free`, null],
    own: (count: number, { own, total }: Counts) =>
      count === 1
        ? [`Your stake ${whole(own[0] ?? 0)}`, `of ${whole(total)}`]
        : [`Your ${whole(count)} stakes`, `of ${whole(total)}`],
    others: (count: number) => [count === 1 ? "1 of someone else’s" : `${whole(count)} held by others`, null],
    sold: (count: number, { total }: Counts) =>
      count >= total ? [`All ${whole(total)}`, "stakes sold"] : [`${whole(count)} of ${whole(total)}`, "stakes sold"],
  } satisfies Record<string, (count: number, stakes: Counts) => [string, string | null]>,
  owned: (drawn: string, own: number) => `${drawn}, ${own} of them yours`,
} as const;
