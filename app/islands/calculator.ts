import { Calculator } from "~/ui/calculator/calculator";
import { type ComponentType, createElement, Fragment, type ReactNode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";

function startIsland<Props extends object>(name: string, island: ComponentType<Props>): void {
  for (const place of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
    const typed = [...place.querySelectorAll("input")].flatMap((field) =>
      field.value === field.defaultValue ? [] : [{ field, text: field.value }],
    );
    const props = JSON.parse(place.dataset.props ?? "{}") as Props;
    hydrateRoot(place, createElement(Started, { after: () => typed.forEach(tell) }, createElement(island, props)));
  }
}

function Started({ after, children }: { after: () => void; children?: ReactNode }) {
  useEffect(after, [after]);
  return createElement(Fragment, null, children);
}

/** React compares with what it has itself written into the field last. */
function tell({ field, text }: { field: HTMLInputElement; text: string }): void {
  field.value = field.defaultValue;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

startIsland("calculator", Calculator);
