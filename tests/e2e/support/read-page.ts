// Reads a page's HTML: its words, links, labelled values and fields.
import type { HttpJourney } from "./http-journey";
import { decodeEntities, visibleText } from "./html-forms";

export type Link = { text: string; href: string };

const attribute = (tag: string, name: string) =>
  decodeEntities(new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag)?.[1] ?? "");

/** The page's text in one line. */
export async function readWords(journey: HttpJourney, path: string): Promise<string> {
  await journey.visit(path);
  return journey.at.text.replace(/\s+/g, " ");
}

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
    href: attribute(link, "href"),
  }));

/** The rows of definition lists: label and value, in order. */
export const rowsIn = (html: string): [string, string][] =>
  [...html.matchAll(/<dt\b.*?>(.*?)<\/dt>\s*<dd\b.*?>(.*?)<\/dd>/gs)].map(([, label = "", value = ""]) => [
    visibleText(label),
    visibleText(value),
  ]);

/** The opening tags of the fields with this name. */
export const fieldsIn = (html: string, name: string): string[] =>
  (html.match(/<(?:input|textarea)\b[^>]*>/g) ?? []).filter((tag) => attribute(tag, "name") === name);

export { attribute as attributeOf };
