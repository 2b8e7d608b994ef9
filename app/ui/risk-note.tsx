import type { ReactNode } from "react";

/** Risk in plain words, beside every figure that could be read as a promise. */
export function RiskNote({ children }: { children: ReactNode }) {
  return <p className="border-l-2 border-amber pl-3 text-sm text-peat-60">{children}</p>;
}
