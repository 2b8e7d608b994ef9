import type { Plugin } from "vite";
import { withoutSpares } from "../steps/page-style.mjs";

// The stylesheets that pages carry inline (`app/inline-styles.ts`) are half of each first view.

/** What the Worker has of the theme are the colours of pictures that see no page: `theme.css?raw`. */
const THEME = /\/app\/theme\.css\?raw$/;
const INLINE = /\/app\/(\w+)\.css\?inline$/;

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
