// Runs everything that can be checked on this machine, each thing once. The last line is `N passed, N failed`.
import { ensureInstalled } from "./steps/install.mjs";
import { runSections, sections } from "./steps/sections.mjs";

await ensureInstalled();
await runSections([sections.types, sections.lint, sections.tests, sections.build, sections.browser]);
