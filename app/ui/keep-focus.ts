import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { CONTENT_ID } from "./page";

/**
 * Client navigation removes the focused link. On the way back the focus returns to the link that led away; otherwise it moves
 * to the new content, so that the next Tab continues from there.
 */
export function useKeptFocus() {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const shown = useRef(here);
  const cameFrom = useRef<string | null>(null);
  useEffect(() => {
    if (shown.current === here) return;
    const left = shown.current;
    const isReturn = cameFrom.current === here;
    shown.current = here;
    cameFrom.current = isReturn ? null : left;
    if (document.activeElement && document.activeElement !== document.body) return;
    const content = document.getElementById(CONTENT_ID);
    const links = isReturn ? [...(content?.querySelectorAll("a") ?? [])] : [];
    const opener = links.find((link) => link.getAttribute("href") === left);
    if (opener) opener.focus();
    else content?.focus({ preventScroll: true });
  }, [here]);
}
