// Runs everything that can be checked on this machine, each thing once, in lanes beside each other: two that wait now and then, and the
// types in what they leave of two cores. The last line is `N passed, N failed`.
import { ensureInstalled } from "./steps/install.mjs";
import { runLanes } from "./steps/lanes.mjs";
import { sections } from "./steps/sections.mjs";

await ensureInstalled();
await runLanes([
  [sections.build, sections.lint, sections.browser],
  [sections.workerd, sections.node],
  [sections.types],
]);
