import { caskListTexts as texts } from "~/content/console-cask-texts";
import type { CalendarDate } from "~/domain/calendar-date";
import { Badge } from "../badge";

export type Standing = keyof typeof texts.standings;

type Props = {
  standing: Standing;
  cask: { closesOn: CalendarDate; sold: number; total: number };
  today: CalendarDate;
};

/** Where a cask stands: a draft needs an operator, one that can be bought earns. */
export function StandingBadge({ standing, cask, today }: Props) {
  if (standing === "draft") return <Badge tone="attention">{texts.standings.draft}</Badge>;
  if (standing !== "published") return <Badge>{texts.standings[standing]}</Badge>;
  if (cask.sold >= cask.total) return <Badge tone="copper">{texts.soldOut}</Badge>;
  if (cask.closesOn < today) return <Badge>{texts.closed}</Badge>;
  return <Badge tone="gain">{texts.standings.published}</Badge>;
}
