// The style of one prerendered page: what Tailwind makes of the class names in its markup, and of no others.
import { compile, optimize } from "@tailwindcss/node";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { inRoot } from "./project.mjs";

const STYLE = /<style>(.*?)<\/style>/s;
const ENTITIES = { "&amp;": "&", "&gt;": ">", "&lt;": "<", "&quot;": '"', "&#x27;": "'" };

const sha256Source = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const classesOf = (html) => {
  const lists = [...html.matchAll(/\sclass="([^"]*)"/g)].map(([, list]) => list);
  const plain = lists.map((list) => list.replace(/&(?:amp|gt|lt|quot|#x27);/g, (entity) => ENTITIES[entity]));
  return [...new Set(plain.flatMap((list) => list.split(/\s+/)))];
};

/** A compiler of its own for each page, because Tailwind's keeps every class that it was ever asked for. */
async function styleOf(html) {
  const base = inRoot("app");
  const compiler = await compile(readFileSync(inRoot("app", "styles.css"), "utf8"), { base, onDependency() {} });
  const css = optimize(compiler.build(classesOf(html)), { minify: true }).code;
  return css.replace(/^\/\*!.*?\*\/\s*/, "").trim();
}

/**
 * Replaces the style that all pages share by the page's own, and its hash in the policy.
 * @param {{ html: string, policy: string }} page as the app rendered it
 * @returns {Promise<{ html: string, policy: string }>}
 */
export async function withOwnStyle({ html, policy }) {
  const shared = STYLE.exec(html)?.[1] ?? "";
  const hash = sha256Source(shared);
  if (shared === "" || !policy.includes(hash)) throw new Error("the page has no inline style that its policy allows");
  const own = await styleOf(html);
  return {
    html: html.replace(STYLE, () => `<style>${own}</style>`),
    policy: policy.replace(hash, () => sha256Source(own)),
  };
}
