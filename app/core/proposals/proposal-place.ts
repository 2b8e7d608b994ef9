import { sectionHref } from "~/content/console-sections";
import type { ChangeKind } from "./change";

/** The page of the console where a proposal is shown and decided. */
export function placeOfProposal({ kind, subject }: { kind: ChangeKind; subject: string }): `/operator${string}` {
  const id = subject.slice(subject.indexOf(":") + 1);
  if (kind === "setting") return `${sectionHref("settings")}#setting-${id}-form`;
  if (kind === "valuation") return `${sectionHref("casks")}/${id}?view=value`;
  if (kind === "publication") return `${sectionHref("casks")}/${id}`;
  return `${sectionHref("users")}/${id}`;
}
