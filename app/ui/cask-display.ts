import { type CaskFacts, caskTexts } from "~/content/casks";
import { formatDate } from "~/domain/calendar-date";
import type { CaskStage } from "~/domain/cask-stage";
import type { CaskType } from "~/domain/cask-shape";

type CaskStakes = {
  costCents: number;
  total: number;
  sold: number;
  available: number;
  launchesOn: string;
  closesOn: string;
  closesInDays: number | null;
};

export type CaskView = CaskFacts & {
  id: string;
  name: string;
  caskType: CaskType;
  stage: CaskStage;
  endedOn: string | null;
  canBuy: boolean;
  stakes: CaskStakes | null;
};

export function partSold(cask: Pick<CaskView, "stakes" | "stage">): number | null {
  if (!cask.stakes) return null;
  return cask.stage === "sold-out" ? 1 : cask.stakes.sold / Math.max(1, cask.stakes.total);
}

export function windowLine(cask: Pick<CaskView, "stakes" | "stage" | "endedOn">): {
  word: string;
  date: string | null;
} {
  const date =
    cask.endedOn ?? (cask.stakes && (cask.stage === "upcoming" ? cask.stakes.launchesOn : cask.stakes.closesOn));
  return { word: caskTexts.window[cask.stage], date: date ? formatDate(date) : null };
}

export function buyHref(caskId: string) {
  return `/stripe-secure?cask=${encodeURIComponent(caskId)}`;
}

export const ACTIVATE_HREF = "/stripe-secure?product=joining-fee";
