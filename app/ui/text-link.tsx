import type { AnchorHTMLAttributes } from "react";

type TextLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "className"> & { href: string };

/** A link with a touch target of 44 px, on a line of its own or beside others; not for links within a sentence. */
export const TextLink = ({ children, ...link }: TextLinkProps) => (
  <a
    {...link}
    className="inline-flex min-h-11 min-w-11 items-center font-semibold text-copper underline underline-offset-4"
  >
    {children}
  </a>
);
