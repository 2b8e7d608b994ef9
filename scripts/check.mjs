// What to run before a commit: types, lint, what nobody uses, the dependencies' known advisories, the tests that need no browser.
import { ensureInstalled } from "./steps/install.mjs";
import { runSections, sections } from "./steps/sections.mjs";

await ensureInstalled();
await runSections([sections.types, sections.lint, sections.unused, sections.audit, sections.tests]);
