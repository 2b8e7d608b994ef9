import { formatDate } from "~/domain/calendar-date";
import { formatInstant } from "~/domain/instant";

// What operators read under 'Figures': how the house is doing, from its own rows.

const HOUR_MS = 3_600_000;

export const figureTexts = {
  lead: "Half a year by week, Monday to Sunday in UTC, counted from our own rows. Nobody is tracked.",
  countedAt: (atMs: number) => `This week as of ${formatInstant(atMs)}; it is counted every hour.`,
  none: "Nothing has been counted yet. The timer counts four weeks a minute, the latest first.",
  nothing: "Nothing in these weeks.",
  csv: "All weeks as CSV",
  casksCsv: "All casks as CSV",
  week: "Week from",
  waitingSince: (count: number, sinceMs: number | null) =>
    count === 0 || sinceMs === null ? "None is waiting now." : `${count} waiting now, since ${formatInstant(sinceMs)}.`,
  pictures: {
    money: {
      title: "Money in and out",
      lead: "What customers and buyers of casks paid us, and what went back to them or out of the bank.",
      series: ["In", "Out"],
    },
    held: {
      title: "Held against owed",
      lead: "At the end of each week: what providers and the bank hold for us, and what is owed to investors or on its way to them.",
      series: ["Held", "Owed"],
    },
    withdrawals: {
      title: "How long withdrawals took",
      lead: "Hours from the end of the hold to the bank’s payment, for those paid that week. The dashed line is the 24 we promise.",
      series: ["Half within", "Paid", "Late"],
    },
    answers: {
      title: "How long answers took",
      lead: "Hours to the first answer, for requests made that week. The dashed line is the 24 we promise on working days; weekends do not make an answer late.",
      series: ["Half within", "Answered", "Late"],
    },
    people: {
      title: "From account to first stake",
      lead: "People who entered their first code in the week, and how many of them paid the joining fee and bought within four weeks. The latest four weeks are still running.",
      series: ["Accounts", "Activated", "Bought"],
    },
    casks: {
      title: "Sold and left, by cask",
      lead: "Casks on offer, the next one to close first.",
      more: "There are more in the file.",
      columns: { cask: "Cask", sold: "Sold", held: "Reserved", left: "Left" },
      none: "No cask is on offer.",
    },
  },
  hours: (ms: number | null) => (ms === null ? "–" : `${Math.round(ms / HOUR_MS)} h`),
  hoursShort: (hours: number) => `${Math.round(hours * 10) / 10} h`,
  weekOf: (week: string) => formatDate(week),
} as const;
