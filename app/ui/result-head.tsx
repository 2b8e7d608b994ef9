import type { ReactNode } from "react";
import { StatusMark, type StatusLook } from "./status-mark";

/** The head of a page that shows how something ended. */
export function ResultHead({ look, title, children }: { look: StatusLook; title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 pt-4 text-center">
      <StatusMark look={look} />
      <h1 className="display text-xl">{title}</h1>
      <p className="text-peat-60">{children}</p>
    </div>
  );
}
