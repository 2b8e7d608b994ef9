// What is checked on every screen, each on the page that is loaded already. All answer with what is wrong, in words.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { effort, IN_LONG_FORM } from "../../support/effort";

const PHONE = { width: 375, height: 812 };
/** 390 px lies between two widths with the same style. */
const WIDTHS = effort([320, 375, 430, 1280], [320, 375, 390, 430, 1280]);
const COLUMN_COLOURS = ["rgb(255, 255, 255)", "rgb(0, 0, 0)"];
const FIRST_VIEW_BYTES = 14_000;
const SCRIPT_BYTES = 1_500;

/** Less than half of what `axe.source` sends to every page. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds on the current page by all WCAG 2.2 A and AA rules and best practices that it knows. */
async function violationsOn(page: Page): Promise<string[]> {
  // A click waits for the new page, not for its content. What is still fading in does not have its final colours yet.
  await page.waitForLoadState();
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  // At the end of the page the tab bar covers nothing: elsewhere it may lie on half of a link, by chance.
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.evaluate(SOURCE);
  return page.evaluate(async () => {
    const runner = (window as unknown as { axe: typeof axe }).axe;
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const results = await runner.run(document, { runOnly: tags, resultTypes: ["violations"] });
    return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
}

export async function expectAccessible(page: Page) {
  expect(await violationsOn(page)).toEqual([]);
}

/** axe, with the whole page on the screen, however long: what the tab bar covers can be scrolled to, and is not too small. */
export async function wrongForAxe(page: Page, width = PHONE.width): Promise<string[]> {
  await page.setViewportSize({ ...PHONE, width });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: height + 200 });
  return (await violationsOn(page)).map((problem) => `at ${width} px ${problem}`);
}

/** Most phones are wider than the column: no bars stand beside it, as if the page were made for another one. */
export async function wrongAtWidths(page: Page, widths = WIDTHS): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ ...PHONE, width });
    const [scrollWidth, beside, column] = await page.evaluate(
      () =>
        [
          document.documentElement.scrollWidth,
          getComputedStyle(document.documentElement).backgroundColor,
          getComputedStyle(document.querySelector("main")?.parentElement ?? document.body).backgroundColor,
        ] as const,
    );
    if (scrollWidth > width) wrong.push(`${scrollWidth} px wide on a screen of ${width} px`);
    if (width === 320) wrong.push(...(await brokenWords(page)));
    if (width > 430) continue;
    if (!COLUMN_COLOURS.includes(beside) || column !== beside)
      wrong.push(`at ${width} px ${column} stands on ${beside}`);
  }
  await page.setViewportSize(PHONE);
  return wrong;
}

/**
 * Touch targets smaller than 44 px in either direction. Links inside a sentence may be as small as its letters; those of an error
 * summary are 32 px high, so that the first field stays on the screen.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SENTENCES = "p, li, dd, dt, label, figcaption";
    const inSentence = (element: Element) => {
      const sentence = element.closest(SENTENCES);
      if (element.tagName !== "A" || !sentence || getComputedStyle(element).display !== "inline") return false;
      return (sentence.textContent ?? "").trim().length > (element.textContent ?? "").trim().length + 3;
    };
    for (const details of document.querySelectorAll("details")) details.open = true;
    const targets = document.querySelectorAll("a[href], button, summary, select, textarea, input:not([type=hidden])");
    return [...targets]
      .filter((element) => element.checkVisibility() && !inSentence(element))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ element, box }) => box.width < 43.5 || box.height < (element.closest("[role=alert] li") ? 31.5 : 43.5))
      .map(({ element, box }) => `small: ${element.tagName} '${element.textContent}' ${box.width} x ${box.height}`);
  });

/** What is wider than the screen, or cut off inside its own box. Blurred characters do not count. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth;
    const cut = [...document.querySelectorAll("body *")].filter((element) => {
      const { overflowX, overflowY, position } = getComputedStyle(element);
      const forEyes = position !== "absolute" && !element.closest("svg, [aria-hidden=true]");
      const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
      if (!forEyes || element.matches("input, textarea")) return false;
      return (
        (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
      );
    });
    return [
      ...(wide ? [`the page is ${document.documentElement.scrollWidth} px wide`] : []),
      ...cut.map((one) => `cut off: ${one.outerHTML.slice(0, 120)}`),
    ];
  });

/** As with the browser's setting for larger text: all our lengths follow the root's. */
export async function wrongWithDoubleText(page: Page): Promise<string[]> {
  await page.evaluate(() => void (document.documentElement.style.fontSize = "200%"));
  const wrong = [...(await cutOff(page)), ...(IN_LONG_FORM ? await brokenWords(page) : [])];
  return wrong.map((problem) => `with text of 200 % ${problem}`);
}

/** Words of up to ten letters that go over two lines: a column is too narrow for what stands in it. */
export const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wrong: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const around = text.parentElement;
      if (!around?.checkVisibility() || around.closest("svg, script, style, pre, [aria-hidden=true], .sr-only"))
        continue;
      for (const { 0: word, index } of text.data.matchAll(/(?<![\p{L}\p{N}@._])\p{L}{2,10}(?![\p{L}\p{N}@._-])/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) wrong.push(`broken: '${word}' in ${around.outerHTML.slice(0, 120)}`);
      }
    }
    return wrong;
  });

export const scriptsIn = (html: string) =>
  [...html.matchAll(/<script(?![^>]*ld\+json)[^>]*>(.*?)<\/script>/gs)].map(([, script = ""]) => script);

/** HTML with the style and the drawings in it, and its one script. What React would start from comes with a router, which no page loads. */
export function tooHeavy(answer: string | Buffer): string[] {
  const html = answer.toString();
  const scripts = scriptsIn(html);
  const [bytes, scriptBytes] = [gzipSync(html).length, gzipSync(scripts.join("")).length];
  return [
    ...(bytes <= FIRST_VIEW_BYTES ? [] : [`its first view is ${bytes} bytes gzip, of ${FIRST_VIEW_BYTES}`]),
    ...(scriptBytes <= SCRIPT_BYTES ? [] : [`its script is ${scriptBytes} bytes gzip, of ${SCRIPT_BYTES}`]),
    ...(scripts.length <= 1 ? [] : [`it has ${scripts.length} scripts`]),
    ...(/<script[^>]+src|<link rel="(stylesheet|modulepreload)"/.test(html) ? ["it loads a file"] : []),
  ];
}
