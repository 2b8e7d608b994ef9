// What to run before a commit: types, lint, unused code, known advisories, sizes, and the tests that need no browser.
import { ensureInstalled } from "./steps/install.mjs";
import { runLanes } from "./steps/lanes.mjs";
import { sections } from "./steps/sections.mjs";

await ensureInstalled();
await runLanes(
  [[sections.types, sections.lint, sections.unused, sections.sizes, sections.audit], [sections.workerd]],
  sections.node,
);
