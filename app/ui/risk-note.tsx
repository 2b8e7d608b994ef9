import type { ReactNode } from "react";
import { Icon } from "./icon";

/** One to a screen: of many, none is read. */
export function RiskNote({ small = false, children }: { small?: boolean; children: ReactNode }) {
  return (
    <div className={`flex gap-2 rounded-md bg-amber-soft ${small ? "px-3 py-1.5 text-xs/[1.42]" : "p-3 text-sm"}`}>
      <Icon name="alert" size={16} className="mt-0.5 text-amber" />
      <p className="min-w-0">{children}</p>
    </div>
  );
}
