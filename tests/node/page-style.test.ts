import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withOwnStyle, withoutSpares } from "../../scripts/steps/page-style.mjs";

const app = new URL("../../app/", import.meta.url);
const read = (path: string) => {
  const file = new URL(path, app);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};
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

const namesIn = (pattern: string) => /\{(.*)\}/.exec(pattern)?.[1]?.split(",") ?? [""];
/** `a/{b,c}.tsx` as `a/b.tsx` and `a/c.tsx`. */
const expanded = (pattern: string) => namesIn(pattern).map((name) => pattern.replace(/\{.*\}/, name));
/** The routes whose handle names this stylesheet of investors' pages. */
const routesWith = (sheet: string) =>
  readdirSync(new URL("routes", app)).filter((name) =>
    new RegExp(`handle: PageHandle = \\{[^}]*investor: "${sheet}"`).test(read(`routes/${name}/route.tsx`)),
  );
const INVESTORS_SHEETS = ["account", "purchase"];

it("the pages of investors are the same ones in their handles and where an ended session is told", () => {
  const said = INVESTORS_SHEETS.flatMap(routesWith).sort();
  expect(said.length).toBeGreaterThan(5);
  const told = /OF_INVESTORS =\s+\/\^\\\/\(([^)]+)\)/.exec(read("server/session/page-session.ts"))?.[1];
  expect(told?.split("|").sort()).toEqual(said);
});

describe.each(INVESTORS_SHEETS)("the stylesheet %s.css", (sheet) => {
  const css = read(`${sheet}.css`);
  const routes = routesWith(sheet);

  it("reads the routes that name it", () => {
    expect(namesIn(/@source "\.\/routes\/[^"]*"/.exec(css)?.[0] ?? "").sort()).toEqual(routes);
  });

  it("reads each part that its pages draw, and none besides", () => {
    const drawn = new Set<string>();
    const follow = (path: string) => {
      if (drawn.has(path)) return;
      drawn.add(path);
      for (const [, from = ""] of read(path).matchAll(/\bfrom "([~.][^"?]*)"/g)) {
        const url = new URL(from.replace(/^~\//, app.href), new URL(path, app)).href.slice(app.href.length);
        for (const file of [`${url}.tsx`, `${url}.ts`]) if (existsSync(new URL(file, app))) follow(file);
      }
    };
    follow("root.tsx");
    for (const route of routes)
      for (const name of readdirSync(new URL(`routes/${route}`, app)))
        if (name.endsWith(".tsx")) follow(`routes/${route}/${name}`);
    const left = new Set([...css.matchAll(/@source not "\.\/([^"]+)"/g)].flatMap(([, one = ""]) => expanded(one)));
    const parts = readdirSync(new URL("ui", app), { recursive: true, encoding: "utf8" })
      .map((name) => `ui/${name}`)
      .filter((path) => /\.tsx?$/.test(path));
    const inLeftFolder = (path: string) => left.has(path.split("/").slice(0, -1).join("/"));
    const missing = (path: string) => left.has(path) || (path.endsWith(".tsx") && inLeftFolder(path));
    expect(parts.filter((path) => drawn.has(path) && missing(path))).toEqual([]);
    expect(parts.filter((path) => !drawn.has(path) && !left.has(path) && !inLeftFolder(path))).toEqual([]);
    expect([...left].filter((path) => !existsSync(new URL(path, app)))).toEqual([]);
  });
});
