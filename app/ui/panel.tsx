import type { ReactNode } from "react";

export type PanelProps = {
  children: ReactNode;
  title?: string;
  action?: ReactNode;
  look?: "outline" | "barley" | "copper";
  id?: string;
  tight?: boolean;
};

const looks = { outline: "border border-peat-30 bg-paper", barley: "bg-barley", copper: "bg-copper-soft" } as const;

const titleIdOf = (title: string) => `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-title`;

export function Panel({ children, title, action, look = "outline", id, tight = false }: PanelProps) {
  const titleId = title && (id === undefined ? titleIdOf(title) : `${id}-title`);
  return (
    <section id={id} aria-labelledby={titleId} className={`rounded-md p-4 ${looks[look]}`}>
      {title && (
        <div className={`flex flex-wrap items-center justify-between gap-x-3 ${tight ? "mb-1" : "mb-3"}`}>
          <h2 id={titleId} className="display text-lg">
            {title}
          </h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
