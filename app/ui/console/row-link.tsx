import type { ReactNode } from "react";
import { cellLink } from "./subject-link";

/** Opens what a row of a list is about. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={`font-semibold ${cellLink}`}>
      {children}
    </a>
  );
}
