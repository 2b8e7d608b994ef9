import { formatUsd } from "~/domain/money";
import { settingTexts } from "./console-texts";

export function inWords(name: string): string {
  const words = plain(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const plain = (name: string) => name.replaceAll(/[-_]/g, " ");

export const kindInWords = (subject: string): string => inWords(subject.split(":")[0] ?? subject);

const CENTS_ALONE = /^(withdrawal-requested|exit-confirmed)$/;

const labels: Record<string, string> = settingTexts.labels;

export const settingName = (subject: string): string | null =>
  subject.startsWith("setting:") ? (labels[subject.slice("setting:".length)] ?? null) : null;

export function detailInWords(action: string, detail: string, subject = ""): string {
  if (CENTS_ALONE.test(action) && /^\d+$/.test(detail)) return formatUsd(Number(detail));
  if (/^setting:.*cents/.test(subject)) return detail.replaceAll(/\d+/g, (cents) => formatUsd(Number(cents)));
  return detail
    .replace(/^(?:evidence|valuation|gauge|bid):\S+\s*/, "")
    .replaceAll(/(\d+) cents/g, (_, cents: string) => formatUsd(Number(cents)))
    .replaceAll(/(?<![\w:])[a-z]+(?:_[a-z]+)+\b(?!:)/g, (name) => labels[name] ?? plain(name))
    .replaceAll(/(?<=[a-z]),(?=[a-z])/g, ", ");
}

export function figuresInWords(detail: string): string {
  if (!detail.startsWith("{")) return detail;
  return Object.entries(JSON.parse(detail) as Record<string, unknown>)
    .map(([name, value]) => {
      const [, of] = /^(.*?)_?[Cc]ents$/.exec(name) ?? [];
      const words = plain((of ?? name).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
      return `${words} ${of !== undefined && typeof value === "number" ? formatUsd(value) : String(value)}`;
    })
    .join(", ");
}
