import type { ReactNode } from "react";

/** A cell that is read as one: a date, an amount, a state. It never breaks, so that longer cells give way. */
export function Short({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap">{children}</span>;
}
