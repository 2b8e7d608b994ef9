// Runs everything that can be checked on this machine, each thing once, in four lanes beside each other, because each waits for a part of
// its time; the tests in Node are taken by whichever is free. The last line is `N passed, N failed`.
import { ensureInstalled } from "./steps/install.mjs";
import { runLanes } from "./steps/lanes.mjs";
import { sections } from "./steps/sections.mjs";

await ensureInstalled();
await runLanes(
  [
    [sections.build, sections.browser[0]],
    [sections.types, sections.browser[1]],
    [sections.workerd],
    [sections.lint],
  ],
  sections.node,
);
