// Reads a page's words, links and fields, and its forms as a browser without JavaScript would send them. Made for the well-formed HTML
// of our own Workers; not a general parser.

type Field = { name: string; value: string; type: string; checked: boolean; disabled: boolean };
type Button = { name: string; value: string; text: string };
export type Form = { action: string; method: "get" | "post"; fields: Field[]; buttons: Button[]; text: string };

type Tag = { name: string; closes: boolean; attributes: Map<string, string> };

const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w-]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>|([^<]+)|</g;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

function decodeEntities(text: string): string {
  return text.replace(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (/^#x/i.test(name)) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith("#")) return String.fromCodePoint(Number(name.slice(1)));
    return ENTITIES[name] ?? whole;
  });
}

function attributesOf(source: string): Map<string, string> {
  const found = [...source.matchAll(/([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g)];
  return new Map(
    found.map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ""),
    ]),
  );
}

function* tokensOf(html: string): Generator<Tag | string> {
  const visible = html.replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, "");
  for (const [, slash, name, attributes, text] of visible.matchAll(TOKEN)) {
    if (name) yield { name: name.toLowerCase(), closes: slash === "/", attributes: attributesOf(attributes ?? "") };
    else if (text) yield decodeEntities(text);
  }
}

/** The text that a reader sees, in one line. */
export function visibleText(html: string): string {
  const parts = [...tokensOf(html.replace(/<head\b[\s\S]*?<\/head>/i, ""))].map((token) =>
    typeof token === "string" ? token : " ",
  );
  return parts.join("").replace(/\s+/g, " ").trim();
}

function fieldOf({ name, attributes }: Tag): Field {
  const type = name === "input" ? (attributes.get("type") ?? "text") : name;
  const box = type === "checkbox" || type === "radio";
  return {
    name: attributes.get("name") ?? "",
    value: attributes.get("value") ?? (box ? "on" : ""),
    type,
    checked: !box || attributes.has("checked"),
    disabled: attributes.has("disabled"),
  };
}

/** Parser state: the current form, and the field whose text is being collected. */
type Reading = { form: Form | null; textarea: Field | null; select: Field | null; button: Button | null };

function readText(text: string, at: Reading) {
  if (at.textarea) at.textarea.value += text;
  if (at.button) at.button.text += text;
  else if (at.form) at.form.text += text;
}

function readClosing(name: string, at: Reading) {
  if (name === "form") at.form = null;
  if (name === "textarea") at.textarea = null;
  if (name === "select") at.select = null;
  if (name === "button" && at.button) {
    at.button.text = at.button.text.replace(/\s+/g, " ").trim();
    at.button = null;
  }
}

function readOpening(tag: Tag, at: Reading, form: Form) {
  const { name, attributes } = tag;
  if (name === "input" && ["submit", "image"].includes(attributes.get("type") ?? "")) {
    const value = attributes.get("value") ?? "";
    form.buttons.push({ name: attributes.get("name") ?? "", value, text: value });
  } else if (name === "input" && attributes.get("type") !== "button") form.fields.push(fieldOf(tag));
  else if (name === "textarea") form.fields.push((at.textarea = fieldOf(tag)));
  else if (name === "select") form.fields.push((at.select = fieldOf(tag)));
  else if (name === "option" && at.select && (attributes.has("selected") || at.select.value === "")) {
    at.select.value = attributes.get("value") ?? "";
  } else if (name === "button" && (attributes.get("type") ?? "submit") === "submit" && !attributes.has("disabled")) {
    at.button = { name: attributes.get("name") ?? "", value: attributes.get("value") ?? "", text: "" };
    form.buttons.push(at.button);
  }
}

export function formsIn(html: string): Form[] {
  const forms: Form[] = [];
  const at: Reading = { form: null, textarea: null, select: null, button: null };
  for (const token of tokensOf(html)) {
    if (typeof token === "string") readText(token, at);
    else if (token.closes) readClosing(token.name, at);
    else if (token.name === "form") {
      const method = token.attributes.get("method")?.toLowerCase() === "post" ? "post" : "get";
      at.form = { action: token.attributes.get("action") ?? "", method, fields: [], buttons: [], text: "" };
      forms.push(at.form);
    } else if (at.form) readOpening(token, at, at.form);
  }
  return forms;
}

type Link = { text: string; href: string };

export const attributeOf = (tag: string, name: string) =>
  decodeEntities(new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1] ?? "");

/** The first element of this name whose markup matches; empty if there is none. */
export function elementIn(html: string, name: string, having = /(?:)/): string {
  return (
    [...html.matchAll(new RegExp(`<${name}\\b.*?</${name}>`, "gs"))]
      .map(([all]) => all)
      .find((one) => having.test(one)) ?? ""
  );
}

export const linksIn = (html: string): Link[] =>
  [...html.matchAll(/<a\b[^>]*>.*?<\/a>/gs)].map(([link]) => ({
    text: visibleText(link),
    href: attributeOf(link, "href"),
  }));

/** The rows of definition lists: label and value, in order. */
export const rowsIn = (html: string): [string, string][] =>
  [...html.matchAll(/<dt\b.*?>(.*?)<\/dt>\s*<dd\b.*?>(.*?)<\/dd>/gs)].map(([, label = "", value = ""]) => [
    visibleText(label),
    visibleText(value),
  ]);

/** The opening tags of the fields with this name. */
export const fieldsIn = (html: string, name: string): string[] =>
  (html.match(/<(?:input|textarea)\b[^>]*>/g) ?? []).filter((tag) => attributeOf(tag, "name") === name);
