// Runs everything that can be checked on this machine, each thing once, in two lanes beside each other; the tests in Node are taken by
// whichever is free. The last line is `N passed, N failed`.
import { ensureInstalled } from "./steps/install.mjs";
import { runLanes } from "./steps/lanes.mjs";
import { sections } from "./steps/sections.mjs";

await ensureInstalled();
await runLanes(
  [
    [sections.build, sections.lint, sections.browser],
    [sections.types, sections.workerd],
  ],
  sections.node,
);
