import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/** Makes Escape follow the dialog's closing link, `href`; null: no dialog is open. */
export function useEscape(href: string | null) {
  const navigate = useNavigate();
  useEffect(() => {
    if (href === null) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) navigate(href);
    };
    document.addEventListener("keydown", leave);
    return () => document.removeEventListener("keydown", leave);
  }, [href, navigate]);
}
