import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon";

const looks = {
  gain: { icon: "check", tone: "bg-moss-soft text-moss" },
  waiting: { icon: "clock", tone: "bg-amber-soft text-amber" },
  error: { icon: "alert", tone: "bg-brick-soft text-brick" },
  unknown: { icon: "search", tone: "bg-grain text-peat-60" },
  locked: { icon: "lock", tone: "bg-grain text-peat-60" },
} as const satisfies Record<string, { icon: IconName; tone: string }>;

export type StatusLook = keyof typeof looks;

function StatusMark({ look }: { look: StatusLook }) {
  return (
    <span className={`flex size-14 items-center justify-center rounded-full ${looks[look].tone}`}>
      <Icon name={looks[look].icon} size={24} />
    </span>
  );
}

type ResultHeadProps = { look: StatusLook; title: string; drawing?: ReactNode; children: ReactNode };

export function ResultHead({ look, title, drawing, children }: ResultHeadProps) {
  return (
    <div className="flex flex-col items-center gap-3 pt-4 text-center">
      {drawing ?? <StatusMark look={look} />}
      <h1 className="display text-xl">{title}</h1>
      {children && <p className="text-peat-60">{children}</p>}
    </div>
  );
}
