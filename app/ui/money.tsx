import { formatUsd } from "~/domain/money";

export type MoneyProps = { cents: number; size?: "big" | "medium" | "inline"; change?: boolean };

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
