import type { Plugin } from "vite";
import { withoutSpares } from "../steps/page-style.mjs";

// The stylesheets that pages carry inline (`app/inline-styles.ts`) are half of each first view.

const INLINE = /\/app\/(\w+)\.css\?inline$/;

export const smallerStyles: Plugin = {
  name: "smaller-styles",
  apply: "build",
  enforce: "post",
  transform(code, id) {
    const [, name] = INLINE.exec(id) ?? [];
    const [, text] = /^export default (".*")/s.exec(code) ?? [];
    if (!name) return null;
    if (!text) throw new Error(`${id} is not one text: did Vite change what it makes of a stylesheet?`);
    const css = withoutSpares(JSON.parse(text) as string, { rareFields: name !== "investor" });
    return { code: `export default ${JSON.stringify(css)}`, map: null };
  },
};
