import { createContext, type ReactNode, useContext } from "react";
import { cellLink, consoleLink } from "./subject-link";

/** What a row's link adds to its address, so that its page knows the list and the row. null: not in a table. */
export const RowPlace = createContext<string | null>(null);

/** Opens what a row of a list is about. On a phone the whole row is its target. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  const place = useContext(RowPlace);
  const look = place === null ? cellLink : `scroll-my-16 max-lg:after:absolute max-lg:after:inset-0 ${consoleLink}`;
  return (
    <a href={`${href}${place ?? ""}`} className={`font-semibold ${look}`}>
      {children}
    </a>
  );
}
