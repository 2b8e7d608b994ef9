import type { Plugin } from "vite";

// The stylesheets that pages carry inline (`app/inline-styles.ts`) are half of each first view.

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
