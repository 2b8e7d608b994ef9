import type { ReactNode } from "react";

/** Opens what a row of a list is about. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4 lg:min-h-6"
    >
      {children}
    </a>
  );
}
