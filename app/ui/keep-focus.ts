import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { CONTENT_ID } from "./page";

/**
 * A page that is exchanged in place takes the focused link away with it. Coming back, the focus returns to the link that
 * led away; else it moves to the new content, so that the next Tab goes on from there.
 */
export function useKeptFocus() {
  const { pathname, search } = useLocation();
  const here = `${pathname}${search}`;
  const shown = useRef(here);
  useEffect(() => {
    if (shown.current === here) return;
    const left = shown.current;
    shown.current = here;
    if (document.activeElement && document.activeElement !== document.body) return;
    const content = document.getElementById(CONTENT_ID);
    const opener = [...(content?.querySelectorAll("a") ?? [])].find((link) => link.getAttribute("href") === left);
    if (opener) opener.focus();
    else content?.focus({ preventScroll: true });
  }, [here]);
}
