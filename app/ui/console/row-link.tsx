import type { ReactNode } from "react";
import { consoleLink } from "./subject-link";

/** A link in a cell: a target of 44 px on a phone, and on the same line as its neighbours at a desk. */
export const cellLink = `inline-flex min-h-11 items-center lg:-my-[1.5px] lg:min-h-6 ${consoleLink}`;

/** Opens what a row of a list is about. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={`font-semibold ${cellLink}`}>
      {children}
    </a>
  );
}
