// The style of one prerendered page: what Tailwind makes of the class names in its markup and of no others, without the
// rules that are about elements or classes which the page doesn't have.
import { compile, optimize } from "@tailwindcss/node";
import { Features, transform } from "lightningcss";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { inRoot } from "./project.mjs";

const STYLE = /<style>(.*?)<\/style>/s;
/** React's mark between two pieces of text, which only an island needs. */
const SEAM = "<!-- -->";
/** What a button says while a script sends its form. */
const BUSY = / data-busy="[^"]*"/g;
const ENTITIES = { "&amp;": "&", "&gt;": ">", "&lt;": "<", "&quot;": '"', "&#x27;": "'" };

const sha256Source = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const classesOf = (html) => {
  const lists = [...html.matchAll(/\sclass="([^"]*)"/g)].map(([, list]) => list);
  const plain = lists.map((list) => list.replace(/&(?:amp|gt|lt|quot|#x27);/g, (entity) => ENTITIES[entity]));
  return [...new Set(plain.flatMap((list) => list.split(/\s+/)))];
};

/** The reset's own fonts, for where ours were not set. */
const SPARE_FONTS = /var\((--font-[a-z]+),[^)]*\)/g;

/** A condition whose rules are gone, perhaps itself within another. */
const EMPTY = /@(?:supports|media)[^{};]*\{\}/g;

/** The reset of fields that only operators and keepers of records have: of dates, of files, of searches. */
const OF_RARE_FIELDS = /::(?:-webkit-(?:date|search|calendar)[\w-]*|file-selector-button)\{[^}]*\}/g;

/** Tailwind sets the first values of its variables twice: by `@property`, and for browsers without it. The second way does for all. */
const FIRST_VALUES = /@layer properties\{@supports [^{]*\{(.*?\})\}\}/s;
const REGISTERED = /@property --tw-[^{]*\{[^}]*\}/g;

function withFirstValuesOnce(css) {
  if (!FIRST_VALUES.test(css)) return css;
  return css.replace(REGISTERED, "").replace(FIRST_VALUES, "@layer properties{$1}");
}

/** What all pages of a kind share. @param {{ rareFields: boolean }} has what its pages have */
export function withoutSpares(css, { rareFields }) {
  const smaller = withFirstValuesOnce(css).replace(SPARE_FONTS, "var($1)");
  return rareFields ? smaller : smaller.replace(OF_RARE_FIELDS, "");
}

const OF_FIELDS = /^(-webkit-(date|search|inner|outer|calendar)|file-selector|placeholder)/;

/** States that only markup or a script gives to an element; others, such as `open`, a visitor changes. */
const OF_MARKUP = /^(aria|data)-/;

/** Whether a selector can match in a page with these elements, classes and attributes; null: a script may add any attribute. */
const canMatch = (selector, page) => {
  const { elements, classes, attributes } = page;
  const lacks = (name) => attributes !== null && !attributes.has(name);
  return selector.every((part) => {
    if (part.type === "type") return elements.has(part.name);
    if (part.type === "class") return classes.has(part.name);
    if (part.type === "attribute") return !(OF_MARKUP.test(part.name) && lacks(part.name));
    if (part.type === "pseudo-class" && part.kind === "disabled") return !lacks("disabled");
    if (part.type === "pseudo-element") return elements.has("textarea") || !OF_FIELDS.test(part.name ?? part.kind);
    if (part.type === "pseudo-class" && part.kind === "where") return part.selectors.some((one) => canMatch(one, page));
    return true;
  });
};

function withoutWhatOthersNeed(css, html) {
  const classes = new Set(classesOf(html));
  const elements = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name]) => name));
  if (/<input(?![^>]*type="hidden")/.test(html)) elements.add("textarea"); // what is typed into looks alike
  const named = [...html.matchAll(/<[a-z][^>]*>/g)].flatMap(
    ([tag]) => tag.replace(/"[^"]*"/g, "").match(/(?<=\s)[a-z-]+/g) ?? [],
  );
  const page = { elements, classes, attributes: html.includes("<script") ? null : new Set(named) };
  const style = ({ value }) => (value.selectors.some((selector) => canMatch(selector, page)) ? undefined : []);
  const { code } = transform({
    filename: "page.css",
    code: Buffer.from(css),
    minify: true,
    include: Features.MediaQueries,
    visitor: { Rule: { style } },
  });
  const withoutEmpty = (text) => text.replace(EMPTY, "");
  return withFirstValuesOnce(withoutEmpty(withoutEmpty(code.toString())));
}

/** A compiler of its own for each page, because Tailwind's keeps every class that it was ever asked for. */
async function styleOf(html) {
  const base = inRoot("app");
  const compiler = await compile(readFileSync(inRoot("app", "styles.css"), "utf8"), { base, onDependency() {} });
  const css = optimize(compiler.build(classesOf(html)), { minify: true }).code.replace(SPARE_FONTS, "var($1)");
  return withoutWhatOthersNeed(css, html).trim();
}

/**
 * Replaces the style that all pages share by the page's own, and its hash in the policy.
 * @param {{ html: string, policy: string }} page as the app rendered it
 * @returns {Promise<{ html: string, policy: string }>}
 */
export async function withOwnStyle({ html: rendered, policy }) {
  const html = rendered.includes("<script") ? rendered : rendered.replace(BUSY, "");
  const shared = STYLE.exec(html)?.[1] ?? "";
  const hash = sha256Source(shared);
  if (shared === "" || !policy.includes(hash)) throw new Error("the page has no inline style that its policy allows");
  const own = await styleOf(html);
  return {
    html: html.replaceAll(SEAM, "").replace(STYLE, () => `<style>${own}</style>`),
    policy: policy.replace(hash, () => sha256Source(own)),
  };
}
