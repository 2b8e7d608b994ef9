// Draws public/images/preview.png, the picture that link previews show: node scripts/preview-image.mjs
import { chromium } from "playwright-core";
import { mkdirSync, readFileSync } from "node:fs";
import { loadAppModule } from "./drawings/load-app-module.mjs";
import { chromiumFlags, findChromium } from "./find-chromium.mjs";
import { inRoot, shown } from "./steps/project.mjs";

const size = { width: 1200, height: 630 };
const file = inRoot("public", "images", "preview.png");

function caskSvg({ drawCask, FRAME }, caskType, filled, height) {
  const cask = drawCask(caskType, filled);
  const line = `fill="none" stroke="#16120e" stroke-width="2" stroke-linejoin="round"`;
  return `<svg viewBox="0 0 ${FRAME.width} ${FRAME.height}" height="${height}">
    <path d="${cask.outline}" fill="#f3e3d3"/>${cask.fill ? `<path d="${cask.fill}" fill="#9a4f14"/>` : ""}
    <path d="${cask.hoops}" ${line}/><path d="${cask.outline}" ${line}/>
    <circle cx="${cask.bung.x}" cy="${cask.bung.y}" r="4" fill="#fff" stroke="#16120e" stroke-width="2"/></svg>`;
}

function page({ company }, shapes) {
  const font = readFileSync(inRoot("public", "fonts", "besley-500-v1.woff2")).toString("base64");
  return `<!doctype html><style>
    @font-face { font-family: Besley; src: url(data:font/woff2;base64,${font}); }
    body { margin: 0; width: ${size.width}px; height: ${size.height}px; box-sizing: border-box; padding: 72px 80px; background: #f7f3ec;
      color: #16120e; font: 30px/1.4 system-ui, "DejaVu Sans", sans-serif; display: flex; flex-direction: column; justify-content: space-between; }
    p { margin: 0; } .brand { font: 40px Besley; color: #7c3e0e; }
    .row { display: flex; align-items: flex-end; justify-content: space-between; gap: 40px; }
    h1 { margin: 0; font: 500 60px/1.2 Besley; letter-spacing: -0.01em; white-space: nowrap; } .casks { display: flex; align-items: flex-end; gap: 0; }
    .small { color: #625b53; }</style>
    <p class="brand">${company.brand}</p>
    <div class="row"><h1>Stakes in whisky,<br>wine and rum casks,<br>held in bond</h1>
      <div class="casks">${caskSvg(shapes, "hogshead", 0.6, 280)}${caskSvg(shapes, "barrel", 0.3, 210)}</div></div>
    <p class="small">Your capital is at risk. 18+ only.</p>`;
}

const found = await findChromium();
if ("problem" in found) throw new Error(found.problem);
const browser = await chromium.launch({ executablePath: found.path, args: chromiumFlags });
try {
  const tab = await browser.newPage({ viewport: size });
  await tab.setContent(
    page(await loadAppModule("content", "company.ts"), await loadAppModule("domain", "cask-shape.ts")),
  );
  await tab.evaluate(() => document.fonts.ready);
  mkdirSync(inRoot("public", "images"), { recursive: true });
  await tab.screenshot({ path: file });
} finally {
  await browser.close();
}
console.log(`Drew ${shown(file)}`);
