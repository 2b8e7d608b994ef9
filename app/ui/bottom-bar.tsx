import type { ReactNode } from "react";

/**
 * Sticks to the bottom of the screen, in reach of a thumb: the one thing to do next, on a page without tabs. The last
 * child of the page's content, or of a form that runs to its end: a button in it belongs to that form.
 */
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
