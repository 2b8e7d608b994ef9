// Runs everything that can be checked on this machine, each thing once. Two lanes with the longest sections have the processors; a third one
// works with what they leave. The last line is `N passed, N failed`.
import { ensureInstalled } from "./steps/install.mjs";
import { runLanes } from "./steps/lanes.mjs";
import { sections } from "./steps/sections.mjs";

await ensureInstalled();
await runLanes(
  [[sections.build, sections.browser], [sections.workerd], [sections.types, sections.lint]],
  sections.node,
);
