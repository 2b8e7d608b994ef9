import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

// The app Worker's build: of a package what is used, in place of all that it has.

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const LEGACY_RENDERER = "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js";

export const lighterPackages = [
  // Pages are rendered whole: the package's own entry has the streaming renderer as well.
  { find: /^react-dom\/server$/, replacement: inProject(LEGACY_RENDERER) },
  { find: /^react-dom$/, replacement: inProject("app/lighter/no-browser-dom.mjs") },
  { find: /^crypto-js$/, replacement: inProject("app/lighter/aes-only.mjs") },
];

/** What the Worker asks Stripe for (`integrations/payments/stripe*.ts`). */
const STRIPE_RESOURCES = [
  "Checkout/index",
  "Checkout/Sessions",
  "Disputes",
  "Identity/index",
  "Identity/VerificationSessions",
  "Refunds",
];
const STRIPE_RESOURCE = /\/stripe\/esm\/resources\/([\w/]+)\.js$/;

/** The client is made with every resource of Stripe's API, some 200 files. Those that nobody here asks for are left empty. */
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
