import type { ReactNode } from "react";

export type SectionProps = {
  id: string;
  title: string;
  children: ReactNode;
  /** A quiet band across the column. */
  band?: boolean;
};

export function Section({ id, title, children, band = false }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={`flex flex-col gap-4 ${band ? "bleed-barley -mx-4 bg-barley px-4 py-8" : ""}`}
    >
      <h2 id={`${id}-title`} className="display text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
