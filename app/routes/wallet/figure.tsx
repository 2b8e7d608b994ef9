import type { ReactNode } from "react";
import { Money, type MoneyProps } from "~/ui/money";

type FigureProps = { label: string; cents: number; size?: MoneyProps["size"]; children?: ReactNode };

/** One of the figures that stand side by side, with what can be done with it. */
export function Figure({ label, cents, size = "inline", children }: FigureProps) {
  return (
    <div>
      <dt className="text-sm text-peat-60">{label}</dt>
      <dd className="flex flex-wrap items-center gap-x-3">
        <Money cents={cents} size={size} />
        {children}
      </dd>
    </div>
  );
}
