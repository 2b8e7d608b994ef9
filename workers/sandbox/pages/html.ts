// HTML by tagged template: escapes every value that is not HTML made the same way.

export class Html {
  constructor(readonly text: string) {}
}

type Value = Html | string | number | null | readonly Html[];

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function render(value: Value): string {
  if (value === null) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map((part) => part.text).join("");
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(
    strings.reduce((text, part, i) => text + part + (i < values.length ? render(values[i] ?? null) : ""), ""),
  );
}

/** ISO time in readable form: 2026-11-20 09:56:48 UTC. */
export function moment(iso: string): Html {
  return html`<time datetime="${iso}">${iso.replace("T", " ").replace(/\.\d+Z$/, " UTC")}</time>`;
}
