import type { ReactNode } from "react";
import { CaskGauge } from "./cask-gauge";

export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-md bg-barley px-4 py-8 text-center">
      <CaskGauge caskType="hogshead" filled={0} decorative />
      <h2 className="display text-lg">{title}</h2>
      <p className="text-sm text-peat-60">{children}</p>
      {action}
    </div>
  );
}
