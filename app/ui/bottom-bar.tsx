import type { ReactNode } from "react";

/** Sticks to the bottom of the screen, in reach of a thumb: the one thing to do next. For the footer of a page without tabs. */
export function BottomBar({ children, note }: { children: ReactNode; note?: string }) {
  return (
    <div className="safe-bottom sticky bottom-0 z-10 bleed-paper bleed-rule bg-paper">
      <div className="px-4 py-2">
        {children}
        {note && <p className="mt-1 text-center text-xs text-peat-60">{note}</p>}
      </div>
    </div>
  );
}
