// What to run before a commit: types, lint, unused code, known advisories, and the tests that need no browser.
import { ensureInstalled } from "./steps/install.mjs";
import { runSections, sections } from "./steps/sections.mjs";

await ensureInstalled();
await runSections([sections.types, sections.lint, sections.unused, sections.audit, sections.tests]);
