import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "copper" | "gain" | "error" | "attention";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-grain text-peat",
  copper: "bg-copper-soft text-copper-deep",
  gain: "bg-moss-soft text-moss",
  error: "bg-brick-soft text-brick",
  attention: "bg-amber-soft text-amber",
};

export function Badge({ tone = "neutral", children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={`figures inline-block rounded-sm px-2 py-0.5 text-xs font-semibold ${tones[tone]}`}>
      {children}
    </span>
  );
}
