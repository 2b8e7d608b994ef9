import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withoutSpares } from "../../scripts/vite/smaller-styles";

const app = new URL("../../app/", import.meta.url);
const read = (path: string) => {
  const file = new URL(path, app);
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};

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
        .filter((name) => name.endsWith(".tsx"))
        .map((name) => readFileSync(new URL(`${place}/${name}`, app), "utf8")),
    );
    expect(drawn.length).toBeGreaterThan(50);
    expect(drawn.filter((text) => /type="(?:date|time|month|file|search)/.test(text))).toEqual([]);
  });
});

/** `a/{b,c}.tsx` as `a/b.tsx` and `a/c.tsx`. */
const expanded = (pattern: string) =>
  (/\{(.*)\}/.exec(pattern)?.[1]?.split(",") ?? [""]).map((name) => pattern.replace(/\{.*\}/, name));
/** The routes whose handle names this stylesheet. */
const routesWith = (sheet: string) =>
  readdirSync(new URL("routes", app)).filter((name) =>
    new RegExp(`handle: PageHandle = \\{[^}]*(?:investor|style): "${sheet}"`).test(read(`routes/${name}/route.tsx`)),
  );
const INVESTORS_SHEETS = ["account", "purchase"];

it("the pages of investors are the same ones in their handles and where an ended session is told", () => {
  const said = INVESTORS_SHEETS.flatMap(routesWith).sort();
  expect(said.length).toBeGreaterThan(5);
  const told = /OF_INVESTORS =\s+\/\^\\\/\(([^)]+)\)/.exec(read("server/session/page-session.ts"))?.[1];
  expect(told?.split("|").sort()).toEqual(said);
});

describe.each([...INVESTORS_SHEETS, "landing"])("the stylesheet %s.css", (sheet) => {
  const css = read(`${sheet}.css`);
  const routes = routesWith(sheet);

  it("reads the routes that name it", () => {
    const [, named = ""] = /@source "\.\/routes\/\{?([^"}/]*)/.exec(css) ?? [];
    expect(named.split(",").sort()).toEqual(routes);
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
    const listed = [...css.matchAll(/@source "\.\/(ui\/[^"]+)"/g)].flatMap(([, one = ""]) => expanded(one));
    expect(listed.sort()).toEqual([...drawn].filter((path) => /^ui\/(?!console\/)/.test(path)).sort());
  });
});
