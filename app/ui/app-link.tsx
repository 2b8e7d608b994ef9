import { Link } from "@remix-run/react";
import type { AnchorHTMLAttributes } from "react";
import { isHydrated } from "./hydrated-paths";

export type AppLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  href: string;
  replace?: boolean;
  /** Always loads the page as a document. */
  asDocument?: boolean;
  /** Something on this page has its place on that one too, and moves there. */
  moves?: boolean;
};

const likesMotion = () => matchMedia("(prefers-reduced-motion: no-preference)").matches;

/**
 * Links to hydrated pages are followed by the running app; every other page is loaded as a document. Nothing is fetched ahead here: what
 * Remix fetches ahead is not to be stored, so that the tap would ask for it a second time.
 */
export function AppLink({ href, replace, asDocument = false, moves, children, ...rest }: AppLinkProps) {
  if (!asDocument && isHydrated(href)) {
    return (
      <Link to={href} replace={replace} viewTransition={moves && typeof window === "object" && likesMotion()} {...rest}>
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
