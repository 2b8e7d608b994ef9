import { boughtTexts as texts } from "~/content/casks";
import type { MarkUp } from "~/domain/mark-up";
import type { DefinitionRow } from "./definition-rows";

export function boughtRows(markUp: MarkUp | null): DefinitionRow[] {
  if (!markUp) return [{ label: texts.paid, value: <span className="text-brick">{texts.untold}</span> }];
  return [
    { label: texts.paid, value: texts.paidText(markUp) },
    { label: texts.added, value: texts.addedText(markUp) },
  ];
}
