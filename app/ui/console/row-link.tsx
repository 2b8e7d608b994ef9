import type { ReactNode } from "react";
import { consoleLink } from "./subject-link";

/** On a phone the whole row is its target. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={`scroll-my-16 font-semibold max-lg:after:absolute max-lg:after:inset-0 ${consoleLink}`}>
      {children}
    </a>
  );
}
