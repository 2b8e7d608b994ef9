import type { ReactNode } from "react";

/** A button in it belongs to the form whose last child it is. */
export function BottomBar({ children, note }: { children: ReactNode; note?: string }) {
  return (
    <div className="safe-bottom sticky bottom-0 z-10 -mx-4 mt-auto -mb-10 bleed-paper bleed-rule bg-paper">
      <div className="px-4 py-2">
        {children}
        {note && <p className="mt-1 text-center text-xs text-peat-60">{note}</p>}
      </div>
    </div>
  );
}
