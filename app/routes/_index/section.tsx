import type { ReactNode } from "react";

export type SectionProps = {
  id: string;
  title: string;
  children: ReactNode;
  band?: boolean;
  small?: boolean;
  action?: ReactNode;
};

export function Section({ id, title, children, band = false, small = false, action }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`flex flex-col gap-3 ${band ? "bleed-barley -mx-4 bg-barley px-4 py-5" : ""}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={`${id}-title`} className={`display ${small ? "text-lg" : "text-xl"}`}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
