import type { ReactNode } from "react";
import { Money } from "~/ui/money";

/** One of the figures that stand side by side. */
export function Figure({ label, cents, children }: { label: string; cents: number; children?: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-peat-60">{label}</dt>
      <dd>
        <Money cents={cents} />
        {children}
      </dd>
    </div>
  );
}
