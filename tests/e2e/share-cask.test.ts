import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { scripting } from "../support/effort";
import { expectAccessible } from "./support/axe";
import { withPage } from "./support/browser";
import type { HttpJourney } from "./support/http-journey";
import { demoLogins, signInByEmail } from "./support/sign-in";

// A cask is shared: by the device's own sheet with a picture, without one, and by hand.

const CASK = "csk_demo_strathquill";
let investor: HttpJourney;
beforeAll(async () => {
  investor = await signInByEmail(demoLogins.investor);
});

type Sheet = "missing" | "takes files" | "takes text" | "cancelled" | "fails" | "never ends";
type Shared = { text: string; files: { name: string; type: string; bytes: number[] }[] };
type Watched = Window & { shared: Shared[] };

async function withSheet(sheet: Sheet, work: (page: Page) => Promise<void>) {
  await withPage({ as: investor }, async (page) => {
    await page.addInitScript((kind: Sheet) => {
      const shared: Shared[] = [];
      Object.assign(window, { shared });
      const share = async ({ text = "", files = [] }: ShareData) => {
        const read = async (file: File) => ({
          name: file.name,
          type: file.type,
          bytes: [...new Uint8Array(await file.arrayBuffer())],
        });
        shared.push({ text, files: await Promise.all(files.map(read)) });
        if (kind === "never ends") return new Promise(() => undefined);
        if (kind === "cancelled") throw new DOMException("The person closed it", "AbortError");
        if (kind === "fails") throw new DOMException("No sheet today", "NotAllowedError");
      };
      const canShare = kind === "takes text" ? undefined : () => true;
      Object.defineProperty(navigator, "share", { value: kind === "missing" ? undefined : share });
      Object.defineProperty(navigator, "canShare", { value: canShare });
    }, sheet);
    await page.goto(`/share?cask=${CASK}`);
    await work(page);
  });
}

const shared = (page: Page) => page.evaluate(() => (window as unknown as Watched).shared);
const share = (page: Page) => page.getByRole("button", { name: /^Share/ });
const status = (page: Page) => page.getByRole("status");

describe("sharing a cask", () => {
  it("passes a picture, a text and the link to the device's own sheet", () =>
    withSheet("takes files", async (page) => {
      await page.getByRole("button", { name: "Share picture and link" }).click();
      await expect.poll(() => shared(page)).toHaveLength(1);
      const [{ text, files } = { text: "", files: [] }] = await shared(page);
      expect(text).toMatch(/^.+ a cask on Dunnage.+Your capital is at risk.+ http:\/\/localhost:\d+\/\?ref=\w+$/);
      expect(files).toMatchObject([{ name: "cask.png", type: "image/png" }]);
      const bytes = files[0]?.bytes ?? [];
      expect(bytes.slice(0, 4)).toEqual([0x89, 0x50, 0x4e, 0x47]);
      expect(bytes.length).toBeGreaterThan(10_000);
      expect(bytes.length).toBeLessThan(400_000);
      // What the person sees is what is sent: the same colours in the same places.
      const drawn = await page.evaluate(async (png) => {
        const image = await createImageBitmap(new Blob([new Uint8Array(png)]));
        const pen = new OffscreenCanvas(image.width, image.height).getContext("2d", { willReadFrequently: true });
        pen?.drawImage(image, 0, 0);
        const at = (x: number, y: number) => pen?.getImageData(x, y, 1, 1).data.join();
        let dark = 0;
        for (let x = 0; x < image.width; x += 2) {
          const [red = 255] = pen?.getImageData(x, Math.round(image.height * 0.62), 1, 1).data ?? [];
          if (red < 90) dark++;
        }
        return { width: image.width, height: image.height, corner: at(5, 5), cask: at(540, 250), hasName: dark > 10 };
      }, bytes);
      expect(drawn).toMatchObject({ width: 1080, height: 1080, hasName: true });
      expect(drawn.corner).toMatch(/,255$/);
      expect(drawn.cask).not.toBe(drawn.corner);
    }));

  it("passes text and link where the device takes no files", () =>
    withSheet("takes text", async (page) => {
      await page.getByRole("button", { name: "Share the link" }).click();
      await expect.poll(() => shared(page)).toMatchObject([{ files: [] }]);
    }));

  it("ignores a second tap while the sheet is open", () =>
    withSheet("never ends", async (page) => {
      for (let taps = 0; taps < 3; taps++) await share(page).click();
      await expect.poll(() => shared(page)).toHaveLength(1);
    }));

  it("says nothing after it was cancelled, and can be shared again", () =>
    withSheet("cancelled", async (page) => {
      for (let taps = 1; taps <= 2; taps++) {
        await share(page).click();
        await expect.poll(() => shared(page)).toHaveLength(taps);
      }
      expect(await status(page).textContent()).toBe("");
    }));

  it("offers the link where the device could not share", () =>
    withSheet("fails", async (page) => {
      await share(page).click();
      await expect.poll(() => status(page).textContent()).toContain("Copy the link instead");
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("share-link");
    }));

  it("has the link to copy where there is no share sheet", () =>
    withSheet("missing", async (page) => {
      expect(await share(page).count()).toBe(0);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy link" }).click();
      await expect.poll(() => status(page).textContent()).toBe("Copied");
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await page.getByLabel("Link").inputValue());
      await expectAccessible(page);
    }));
});

describe.each(scripting(false))("the way there, JavaScript: %s", (javaScript) => {
  it.each([320, 375])(
    "leads from the cask and from a holding and back, and nothing sticks out at %i px",
    async (width) => {
      await withPage({ as: investor, javaScript, width }, async (page) => {
        await page.goto(`/cask-information?cask=${CASK}`);
        await page.getByRole("link", { name: "Share" }).click();
        await page.getByRole("heading", { name: "Share this cask" }).waitFor();
        expect(await page.locator("figure svg text").first().isVisible()).toBe(true);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        const boxes = await page.locator("figure svg text").evaluateAll((lines) =>
          lines.map((line) => {
            const { left, right } = line.getBoundingClientRect();
            const frame = line.closest("svg")?.getBoundingClientRect();
            return left >= (frame?.left ?? 0) && right <= (frame?.right ?? 0);
          }),
        );
        expect(boxes).not.toContain(false);
        if (!javaScript) expect(await page.getByText("Select the link to copy it.").isVisible()).toBe(true);
        await page.getByRole("link", { name: "Back" }).click();
        await page.waitForURL("**/cask-information?cask=*");
        await page.goto("/stakes");
        await page.goto((await page.locator("a[href^='/stakes/']").first().getAttribute("href")) ?? "");
        const { pathname } = new URL(page.url());
        await page.getByRole("link", { name: "Share" }).click();
        await page.getByRole("heading", { name: "Share this cask" }).waitFor();
        await page.getByRole("link", { name: "Back" }).click();
        await page.waitForURL(`**${pathname}`);
      });
    },
  );
});
