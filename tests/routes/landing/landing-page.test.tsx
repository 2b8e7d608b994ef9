import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { landingClaims, noteOf, sourceNotes } from "~/content/claims";
import { publicFigureTexts } from "~/content/ways-out-texts";
import { riskTexts } from "~/content/risk-texts";
import { LandingScreen } from "~/routes/_index/screen";

const resale = { isOpen: false, feeBasisPoints: 150 };
const figures = publicFigureTexts({ joiningFeeCents: 1_000, resale, audit: null }, 0);
const html = renderToStaticMarkup(<LandingScreen figures={figures} />);
const count = (pattern: RegExp) => [...html.matchAll(pattern)].length;

describe("the landing page", () => {
  it("has its sections in order", () => {
    const titles = [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title]) => title);
    expect(titles).toEqual([
      "Sample returns",
      "Consistent returns",
      "Work it out",
      "How it works",
      "What you own and who holds it",
      "The app",
      "What can go wrong",
      "Market size",
      "Blog",
      "Questions",
      "Start from $500",
      "Disclaimers",
      "Where the figures come from",
    ]);
  });

  it("asks for access at the top, on each return card, below the calculator and at the end, all by the same plain form", () => {
    expect(count(/<form method="post" action="\/\?index">/g)).toBe(6);
    expect(count(/name="intent" value="request-access"/g)).toBe(6);
  });

  it("links each claim to its source, and leaves no source unused", () => {
    const used = new Set([...html.matchAll(/href="#source-([^"]+)"/g)].map(([, id]) => id));
    expect([...used].sort()).toEqual(sourceNotes.map(({ id }) => id).sort());
    for (const claim of landingClaims) expect(html).toContain(`id="source-${noteOf(claim).id}"`);
  });

  it("says next to the figures that capital is at risk", () => {
    for (const text of [riskTexts.short, riskTexts.past, riskTexts.advice]) expect(html).toContain(text);
    expect(html).toContain("about 10.5% a year");
    expect(html).not.toMatch(/guaranteed|risk-free|assured return/i);
  });

  it("opens the FAQ answers without a script", () => {
    expect(count(/<details/g)).toBeGreaterThanOrEqual(10);
    for (const text of [
      "bonded warehouses in Scotland",
      "insured",
      "tax-exempt while maturing",
      "back to us, the provider",
    ])
      expect(html.toLowerCase()).toContain(text.toLowerCase());
    for (const text of ["Coming soon", "coming soon", "2 to 3 years", "at least 3 years", "18 or over"])
      expect(html).toContain(text);
  });

  it("leads from each badge to what it stands for", () => {
    const [, badges = ""] = /<ul aria-label="How casks are kept"(.*?)<\/ul>/s.exec(html) ?? [];
    const hrefs = [...badges.matchAll(/href="([^"]+)"/g)].flatMap(([, href = ""]) =>
      href.startsWith("#source-") ? [] : [href],
    );
    expect(hrefs).toEqual(["/audit", "/verify", "#own-secured"]);
    expect(html).toContain('id="own-secured"');
  });

  it("needs no script and no inline style", () => {
    expect(html).not.toMatch(/<script|\sstyle=|\son[a-z]+=/i);
  });
});
