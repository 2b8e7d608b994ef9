import { formatDate, formatMonth } from "~/domain/calendar-date";

export const bookTexts = {
  monthTitle: (month: string) => `Books of ${formatMonth(month)}`,
  trial: "Trial balance",
  auditResult: (date: string, result: string) => `${formatDate(date)}: ${result}`,
} as const;
