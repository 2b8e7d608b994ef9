import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withOwnStyle, withoutSpares } from "../../scripts/steps/page-style.mjs";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const shared = ".flex{display:flex}";
const page = (markup: string) => ({
  html: `<html><head><style>${shared}</style></head><body>${markup}</body></html>`,
  policy: `default-src 'none'; style-src ${hashOf(shared)}`,
});
const styleOf = (html: string) => /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";

describe("the style of a prerendered page", () => {
  it("has the classes in its markup, as React writes them, and no others", async () => {
    const { html } = await withOwnStyle(page('<p class="flex bg-barley [&amp;_a]:underline"><a></a></p>'));
    expect(styleOf(html)).toContain(".flex{display:flex}");
    expect(styleOf(html)).toContain("--color-barley:#f7f3ec");
    expect(styleOf(html)).toMatch(/\\\[\\&_a\\\]\\:underline a\{/);
    expect(styleOf(html)).not.toMatch(/\.grid|--color-brick/);
  });

  it("leaves out the reset of elements that the page does not have", async () => {
    expect(styleOf((await withOwnStyle(page("<p></p>"))).html)).not.toMatch(/textarea|table|placeholder|datetime/);
    const withField = styleOf((await withOwnStyle(page('<input type="email"/><h2></h2>'))).html);
    expect(withField).toMatch(/::placeholder/);
    expect(withField).toMatch(/h1,h2/);
    expect(withField).toMatch(/button,input[^{]*\{font:inherit/);
  });

  it("leaves out states that no markup has, unless a script could bring them", async () => {
    const button = '<button class="disabled:opacity-60 aria-disabled:opacity-60" data-busy="Sending"></button>';
    const still = (await withOwnStyle(page(button))).html;
    expect(still).not.toMatch(/:disabled[,{]|\[aria-|\[data-|data-busy/);
    const scripted = (await withOwnStyle(page(`${button}<script>1</script>`))).html;
    for (const rule of [/:disabled[,{]/, /\[aria-disabled="?true/, /\[data-busy\]\[aria-busy/, /data-busy="Sending"/])
      expect(scripted).toMatch(rule);
    expect(
      (await withOwnStyle(page("<button disabled></button>".replace(">", ' class="disabled:opacity-60">')))).html,
    ).toMatch(/:disabled[,{]/);
    expect(
      (await withOwnStyle(page('<details><p class="in-[details[open]]:rotate-90"></p></details>'))).html,
    ).toContain("[open]");
  });

  it("gives Tailwind's variables their first values once, for every browser", async () => {
    const own = styleOf((await withOwnStyle(page('<p class="divide-y border"></p>'))).html);
    expect(own).toMatch(/@layer properties\{\*,:before,:after,::backdrop\{[^}]*--tw-border-style:solid[^}]*\}\}/);
    expect(own).not.toMatch(/@property --tw-|-webkit-hyphens/);
  });

  it("comes without the marks that React writes between texts", async () => {
    expect((await withOwnStyle(page("<p>from <!-- -->$500</p>"))).html).toContain("<p>from $500</p>");
  });

  it("of another page has nothing of the one before", async () => {
    await withOwnStyle(page('<p class="grid"></p>'));
    expect(styleOf((await withOwnStyle(page('<p class="flex"></p>'))).html)).not.toContain(".grid");
  });

  it("is the only one that the page's policy allows", async () => {
    const { html, policy } = await withOwnStyle(page('<p class="grid"></p>'));
    expect(policy).toBe(`default-src 'none'; style-src ${hashOf(styleOf(html))}`);
  });

  it("is refused where the policy does not allow the shared one", async () => {
    const { html } = page("<p></p>");
    await expect(withOwnStyle({ html, policy: "style-src 'none'" })).rejects.toThrow(/policy/);
  });
});

describe("the style that pages of a kind share", () => {
  const css =
    "a{b:c}::file-selector-button{d:e}::-webkit-datetime-edit{f:g}::placeholder{h:i}html{font-family:var(--font-sans,Arial)}";

  it("leaves out the reset of fields that none of them has", () => {
    expect(withoutSpares(css, { rareFields: false })).toBe(
      "a{b:c}::placeholder{h:i}html{font-family:var(--font-sans)}",
    );
    expect(withoutSpares(css, { rareFields: true })).toContain(
      "::file-selector-button{d:e}::-webkit-datetime-edit{f:g}",
    );
  });

  it("leaves none out that an investor's page draws", () => {
    const app = new URL("../../app/", import.meta.url);
    const places = [
      "ui",
      ...["invest", "cask-information", "stripe-secure", "wallet", "settings", "personal-details", "bank-details"].map(
        (name) => `routes/${name}`,
      ),
    ];
    const drawn = places.flatMap((place) =>
      readdirSync(new URL(place, app))
        .filter((name) => name.endsWith(".tsx") && name !== "keeper-statement.tsx")
        .map((name) => readFileSync(new URL(`${place}/${name}`, app), "utf8")),
    );
    expect(drawn.length).toBeGreaterThan(50);
    expect(drawn.filter((text) => /type="(?:date|time|month|file|search)/.test(text))).toEqual([]);
  });
});

it("the pages of investors are the same ones in their handles, in their stylesheet, and where an ended session is told", () => {
  const at = (path: string) => new URL(`../../app/${path}`, import.meta.url);
  const read = (path: string) => (existsSync(at(path)) ? readFileSync(at(path), "utf8") : "");
  const routes = readdirSync(at("routes"));
  const said = routes.filter((name) =>
    /handle: PageHandle = \{[^}]*investor: true/.test(read(`routes/${name}/route.tsx`)),
  );
  const named = (file: string, list: RegExp, comma: string) => list.exec(read(file))?.[1]?.split(comma).sort();
  expect(said.length).toBeGreaterThan(5);
  expect(named("investor.css", /@source "\.\/routes\/\{([^}]+)\}/, ",")).toEqual(said);
  expect(named("server/session/page-session.ts", /OF_INVESTORS =\s+\/\^\\\/\(([^)]+)\)/, "|")).toEqual(said);
});
