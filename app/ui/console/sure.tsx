import type { ReactNode } from "react";

/** What can hardly be is said again in words before it is kept. @param said what it is, as the form then sends it */
export function Sure({ said, children }: { said: string; children: ReactNode }) {
  return (
    <label className="flex min-h-11 items-start gap-3 rounded-md border border-brick p-3">
      <input type="checkbox" name="sure" value={said} className="mt-1 size-5 shrink-0" />
      <span>{children}</span>
    </label>
  );
}
