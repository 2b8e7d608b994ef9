// Draws the icons of the installed app, public/icons/*.png, from public/favicon.svg: node scripts/app-icons.mjs
import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
import { chromiumFlags, findChromium } from "./find-chromium.mjs";
import { inRoot, shown } from "./steps/project.mjs";

/**
 * `filled`: how much of the width the head of the cask takes. A launcher cuts a maskable icon to its own shape and keeps what
 * lies within 80 % of the width; iOS rounds the corners and shows black where there is no background.
 */
const icons = [
  { name: "icon-192", size: 192, filled: 1, background: "transparent" },
  { name: "icon-512", size: 512, filled: 1, background: "transparent" },
  { name: "maskable-512", size: 512, filled: 0.72, background: "#f7f3ec" },
  { name: "apple-touch-icon", size: 180, filled: 0.82, background: "#f7f3ec" },
];

const logo = readFileSync(inRoot("public", "favicon.svg"), "utf8");

const page = ({ filled, background }) => `<!doctype html><style>
  html, body { margin: 0; height: 100%; background: ${background}; }
  body { display: grid; place-items: center; }
  svg { width: ${filled * 100}vw; height: ${filled * 100}vw; }</style>${logo}`;

const found = await findChromium();
if ("problem" in found) throw new Error(found.problem);
const browser = await chromium.launch({ executablePath: found.path, args: chromiumFlags });
try {
  for (const icon of icons) {
    const tab = await browser.newPage({ viewport: { width: icon.size, height: icon.size } });
    await tab.setContent(page(icon));
    const path = inRoot("public", "icons", `${icon.name}.png`);
    await tab.screenshot({ path, omitBackground: icon.background === "transparent" });
    await tab.close();
    console.log(`Drew ${shown(path)}`);
  }
} finally {
  await browser.close();
}
