import { Link } from "@remix-run/react";
import type { AnchorHTMLAttributes } from "react";
import { isHydrated } from "./hydrated-paths";

export type AppLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  replace?: boolean;
  /** Loads the page as a document, whatever page it is. */
  anew?: boolean;
};

/** A link inside the signed-in app is prefetched on intent; every other page is loaded as a document. */
export function AppLink({ href, replace, anew = false, children, ...rest }: AppLinkProps) {
  if (!anew && isHydrated(href)) {
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
