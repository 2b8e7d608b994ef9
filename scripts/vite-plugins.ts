// What the build changes on its way. The stylesheets that pages carry inline (`app/inline-styles.ts`) are half of each first view.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { minify } from "terser";
import type { Plugin } from "vite";

const CLIENT_ROUTE = /\?__remix-build-client-route$/;

/** Routes never run in the browser: its build has nothing of them but a name. */
export const documentsOnly: Plugin = {
  name: "documents-only",
  enforce: "post",
  apply: "build",
  transform: (_code, id, options) =>
    !options?.ssr && CLIENT_ROUTE.test(id)
      ? `export const of = ${JSON.stringify(id.replace(/^.*\/app\//, ""))};`
      : null,
};

const QUERY = "?sha256";

/** `import hash from "./file?sha256"`: the SHA-256 of a file's bytes, in hex. The Worker names the hashes of programs that it does not hold. */
export const fileHash: Plugin = {
  name: "file-hash",
  enforce: "pre",
  load(id) {
    if (!id.endsWith(QUERY)) return null;
    const path = id.slice(0, -QUERY.length);
    this.addWatchFile(path);
    return `export default "${createHash("sha256").update(readFileSync(path)).digest("hex")}";`;
  },
};

// The scripts that stand in pages (`compactScript`) are part of each first view. The build makes them as short as a bundle's, a
// tenth shorter than without their space. What is put together with `${}` stays as it is written.

const CALL = /compactScript\(`((?:[^`\\$]|\\[^]|\$(?!\{))*)`\)/g;

async function shortened(source: string): Promise<string> {
  // As the template literal would say it.
  const script = source.replace(/\\([`\\$])/g, "$1");
  const { code = "" } = await minify(script, { ecma: 2020, compress: { passes: 3 }, format: { ecma: 2020 } });
  return `${code.replace(/;$/, "")};`;
}

export const shortScripts: Plugin = {
  name: "short-scripts",
  apply: "build",
  enforce: "pre",
  async transform(code, id) {
    const calls = id.includes("/app/") ? [...code.matchAll(CALL)] : [];
    let made = code;
    for (const [call, source = ""] of calls) {
      const short = JSON.stringify(await shortened(source));
      made = made.replace(call, () => short);
    }
    return calls.length > 0 ? { code: made, map: null } : null;
  },
};

/** What the Worker has of the theme are the colours of pictures that see no page: `theme.css?raw`. */
const THEME = /\/app\/theme\.css\?raw$/;
const INLINE = /\/app\/(\w+)\.css\?inline$/;

/** The reset's own fonts, for where ours were not set. */
const SPARE_FONTS = /var\((--font-[a-z]+),[^)]*\)/g;

/** The reset of fields that only operators and keepers of records have: of dates, of files, of searches. */
const OF_RARE_FIELDS = /::(?:-webkit-(?:date|search|calendar)[\w-]*|file-selector-button)\{[^}]*\}/g;

/** Tailwind sets the first values of its variables twice: by `@property`, and for browsers without it. The second way does for all. */
const FIRST_VALUES = /@layer properties\{@supports [^{]*\{(.*?\})\}\}/s;
const REGISTERED = /@property --tw-[^{]*\{[^}]*\}/g;

function withFirstValuesOnce(css: string): string {
  if (!FIRST_VALUES.test(css)) return css;
  return css.replace(REGISTERED, "").replace(FIRST_VALUES, "@layer properties{$1}");
}

/** What all pages of a kind share. @param has what its pages have */
export function withoutSpares(css: string, { rareFields }: { rareFields: boolean }): string {
  const smaller = withFirstValuesOnce(css).replace(SPARE_FONTS, "var($1)");
  return rareFields ? smaller : smaller.replace(OF_RARE_FIELDS, "");
}

/** @param theme as a literal of JavaScript */
const onlyColours = (theme: string) =>
  JSON.stringify((JSON.parse(theme) as string).match(/--color-[a-z0-9-]+: #[0-9a-f]+;/g)?.join("") ?? "");

export const smallerStyles: Plugin = {
  name: "smaller-styles",
  apply: "build",
  enforce: "post",
  transform(code, id) {
    if (THEME.test(id)) return { code: code.replace(/".*"/s, (theme) => onlyColours(theme)), map: null };
    const [, name] = INLINE.exec(id) ?? [];
    const [, text] = /^export default (".*")/s.exec(code) ?? [];
    if (!name) return null;
    if (!text) throw new Error(`${id} is not one text: did Vite change what it makes of a stylesheet?`);
    const css = withoutSpares(JSON.parse(text) as string, { rareFields: name === "styles" || name === "console" });
    return { code: `export default ${JSON.stringify(css)}`, map: null };
  },
};

const inProject = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const LEGACY_RENDERER = "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js";

export const lighterPackages = [
  // Pages are rendered whole: the package's own entry has the streaming renderer as well.
  { find: /^react-dom\/server$/, replacement: inProject(LEGACY_RENDERER) },
  { find: /^react-dom$/, replacement: inProject("app/lighter/no-browser-dom.mjs") },
  { find: /^crypto-js$/, replacement: inProject("app/lighter/aes-only.mjs") },
];

/** What the Worker asks Stripe for (`integrations/payments/stripe*.ts`). */
const STRIPE_RESOURCES = ["Checkout/index", "Checkout/Sessions", "Disputes", "Refunds"];
const STRIPE_RESOURCE = /\/stripe\/esm\/resources\/([\w/]+)\.js$/;

/** The client is made with every resource of Stripe's API, some 200 files. Those that no one here asks for are left empty. */
export const fewerStripeResources: Plugin = {
  name: "fewer-stripe-resources",
  apply: "build",
  enforce: "pre",
  load(id) {
    const [, resource] = STRIPE_RESOURCE.exec(id) ?? [];
    if (!resource || STRIPE_RESOURCES.includes(resource)) return null;
    const names = [...readFileSync(id, "utf8").matchAll(/^export class (\w+)/gm)].map(([, name]) => name);
    return names.map((name) => `export class ${name} {}`).join("\n");
  },
};
