import { fileURLToPath } from "node:url";

// The app Worker's build: of a package what is used, in place of all that it has.

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const LEGACY_RENDERER = "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js";

export const lighterPackages = [
  // Pages are rendered whole: the package's own entry has the streaming renderer as well.
  { find: /^react-dom\/server$/, replacement: inProject(LEGACY_RENDERER) },
  { find: /^react-dom$/, replacement: inProject("app/lighter/no-browser-dom.mjs") },
  { find: /^crypto-js$/, replacement: inProject("app/lighter/aes-only.mjs") },
];
