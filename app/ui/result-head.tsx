import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

const looks = {
  gain: { icon: "check", tone: "bg-moss-soft text-moss" },
  waiting: { icon: "clock", tone: "bg-amber-soft text-amber" },
  error: { icon: "alert", tone: "bg-brick-soft text-brick" },
  locked: { icon: "lock", tone: "bg-grain text-peat-60" },
} as const satisfies Record<string, { icon: IconName; tone: string }>;

export type StatusLook = keyof typeof looks | "unknown";

function StatusMark({ look }: { look: StatusLook }) {
  if (look === "unknown") return <img src="/images/drawings/gap.svg" width="160" height="60" alt="" />;
  return (
    <span className={`flex size-14 items-center justify-center rounded-full ${looks[look].tone}`}>
      <Icon name={looks[look].icon} size={24} />
    </span>
  );
}

type ResultHeadProps = { look: StatusLook; title: string; drawing?: ReactNode; children: ReactNode };

export function ResultHead({ look, title, drawing, children }: ResultHeadProps) {
  return (
    <div
      className={`flex flex-col items-center gap-3 text-center ${look === "unknown" ? "rounded-md bg-barley px-4 py-8" : "pt-4"}`}
    >
      {drawing ?? <StatusMark look={look} />}
      <h1 className="display text-xl">{title}</h1>
      {children && <p className="text-peat-60">{children}</p>}
    </div>
  );
}
