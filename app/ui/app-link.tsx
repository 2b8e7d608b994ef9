import { Link } from "@remix-run/react";
import type { AnchorHTMLAttributes } from "react";

const HYDRATED = /^\/(invest|cask-information|stripe-secure|wallet|settings|personal-details|bank-details)(?=[?#]|$)/;

export type AppLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; replace?: boolean };

/** A link inside the signed-in app is prefetched on intent; every other page is loaded as a document. */
export function AppLink({ href, replace, children, ...rest }: AppLinkProps) {
  if (HYDRATED.test(href)) {
    return (
      <Link to={href} replace={replace} prefetch="intent" {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
