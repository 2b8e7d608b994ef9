import { expect, it } from "vitest";
import { useWholeChromium, withPage } from "./support/browser";
import { demoLogins, signInByEmail } from "./support/sign-in";

// What Chromium says about installing the app: the whole one, as the shell finds nothing to say.
useWholeChromium();

type Manifest = {
  id: string;
  start_url: string;
  icons: { src: string; sizes: string; purpose: string }[];
  shortcuts: { name: string; url: string; icons: { src: string; sizes: string }[] }[];
};

/** Width and height as a PNG's head states them. */
const sizeOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

it("can be installed: icons as large as they say, a start page and shortcuts that open", async () => {
  const as = await signInByEmail(demoLogins.investor);
  await withPage({ as }, async (page) => {
    await page.goto("/wallet");
    const devtools = await page.context().newCDPSession(page);
    const { errors, data = "" } = await devtools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data) as Manifest;
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    // A browser context of a test is a private window, where nothing can be installed.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);
    expect(new Set(manifest.icons.map(({ purpose }) => purpose))).toEqual(new Set(["any", "maskable"]));
    for (const { src, sizes } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
      const answer = await page.request.get(src);
      expect(`${src} ${sizeOf(await answer.body())}`).toBe(`${src} ${sizes}`);
    }
    const touch = await page.locator("link[rel=apple-touch-icon]").getAttribute("href");
    expect(sizeOf(await (await page.request.get(touch ?? "")).body())).toBe("180x180");
    for (const { url } of [...manifest.shortcuts, { url: manifest.start_url }]) {
      expect((await page.goto(url))?.status()).toBe(200);
      expect(new URL(page.url()).pathname).toBe(url);
    }
  });
});
