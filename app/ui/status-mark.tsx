import { Icon, type IconName } from "./icon";

const looks = {
  gain: { icon: "check", tone: "bg-moss-soft text-moss" },
  waiting: { icon: "clock", tone: "bg-amber-soft text-amber" },
  error: { icon: "alert", tone: "bg-brick-soft text-brick" },
  unknown: { icon: "search", tone: "bg-grain text-peat-60" },
  locked: { icon: "lock", tone: "bg-grain text-peat-60" },
} as const satisfies Record<string, { icon: IconName; tone: string }>;

export type StatusLook = keyof typeof looks;

export function StatusMark({ look }: { look: StatusLook }) {
  return (
    <span className={`flex size-14 items-center justify-center rounded-full ${looks[look].tone}`}>
      <Icon name={looks[look].icon} size={24} />
    </span>
  );
}
