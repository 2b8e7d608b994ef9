import type { ReactNode } from "react";

/** A button in it belongs to the form whose last child it is. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className="safe-bottom sticky bottom-0 z-10 -mx-4 mt-auto -mb-10 bleed-paper bleed-rule bg-paper">
      <div className="px-4 py-2">{children}</div>
    </div>
  );
}
