// What to run before a commit: types, lint, unused code, known advisories, and the tests that need no browser.
import { ensureInstalled } from "./steps/install.mjs";
import { runLanes } from "./steps/lanes.mjs";
import { sections } from "./steps/sections.mjs";

await ensureInstalled();
await runLanes([[sections.types, sections.lint, sections.unused, sections.audit], [sections.workerd]], sections.node);
