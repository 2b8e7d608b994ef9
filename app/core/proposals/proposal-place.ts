import { sectionHref } from "~/content/console-sections";
import type { ChangeKind } from "./change";

export function placeOfProposal({ kind, subject }: { kind: ChangeKind; subject: string }): `/operator${string}` {
  const id = subject.slice(subject.indexOf(":") + 1);
  if (kind === "return") return `${sectionHref("withdrawals")}/${id}`;
  return kind === "setting"
    ? `${sectionHref("settings")}#setting-${id}-form`
    : `${sectionHref("casks")}/${id}?view=value`;
}
