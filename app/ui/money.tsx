import { formatUsd } from "~/domain/money";
import { valuedLine } from "~/content/wallet-texts";
import { formatDate } from "~/domain/calendar-date";
import type { Valued } from "~/domain/returns";

export type MoneyProps = {
  cents: number;
  size?: "big" | "medium" | "inline";
  change?: boolean;
};

const sizes = {
  big: "display money-big block",
  medium: "display text-lg",
  inline: "figures font-semibold whitespace-nowrap",
} as const;

export function Money({ cents, size = "inline", change = false }: MoneyProps) {
  const tone = !change || cents === 0 ? "" : cents > 0 ? " text-moss" : " text-brick";
  const sign = change && cents > 0 ? "+" : "";
  return (
    <span className={`${sizes[size]}${tone}`}>
      {sign}
      {formatUsd(cents)}
    </span>
  );
}

export function ValuedNote({ valued, more }: { valued: Valued; more?: string }) {
  if (!valued) return null;
  const line = valuedLine({ date: formatDate(valued.valuedOn), tier: valued.tier });
  return <p className="text-xs text-peat-60">{more ? `${line} ${more}` : line}</p>;
}
