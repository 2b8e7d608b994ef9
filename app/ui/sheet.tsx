import type { ReactNode } from "react";

/** The content of a page that can also be shown over another (sheet-script). @param label of the dialog */
export function Sheet({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div data-sheet-label={label} className="flex flex-col gap-6">
      {children}
    </div>
  );
}
