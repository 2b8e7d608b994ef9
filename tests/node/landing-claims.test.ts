import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { headlineClaim, landingClaims, marketClaims, noteOf, sampleReturns, sourceNotes } from "~/content/claims";
import { company } from "~/content/company";
import { questions } from "~/content/faq";
import { landing } from "~/content/landing";
import { dateOf } from "~/domain/calendar-date";
import { root } from "./project/source-files";

const yearly = (percent: number, months: number) => ((1 + percent / 100) ** (12 / months) - 1) * 100;

describe("marketing claims", () => {
  it("each have a source, a period, a past date and their limits", () => {
    for (const claim of landingClaims) {
      expect.soft(claim.period, claim.id).toMatch(/^[A-Z].*\.$/);
      expect.soft(claim.source, claim.id).toMatch(/^[A-Z].{10,}\.$/);
      expect.soft(claim.limits, claim.id).toMatch(/^[A-Z0-9].*\.$/);
      expect.soft(claim.asOf, claim.id).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect.soft(claim.asOf <= dateOf(Date.now()), claim.id).toBe(true);
    }
  });

  it("are numbered once, in reading order", () => {
    expect(new Set(landingClaims.map(({ id }) => id)).size).toBe(landingClaims.length);
    expect(sourceNotes.map(({ of: [first] }) => first && noteOf(first).number)).toEqual(
      sourceNotes.map((_, index) => index + 1),
    );
    for (const { claims = [] } of questions)
      for (const claim of claims) expect(noteOf(claim).number).toBeGreaterThan(0);
  });

  it("share a note only where they share their source, its date and their limits", () => {
    for (const { of, source, asOf, limits } of sourceNotes)
      for (const claim of of) expect(claim).toMatchObject({ source, asOf, limits });
    expect(new Set(sampleReturns.map((claim) => noteOf(claim).number)).size).toBe(1);
  });

  it("say 'Sample' where there is no real source yet", () => {
    const proven = landingClaims.filter(({ source }) => !source.startsWith("Sample")).map(({ id }) => id);
    expect(proven).toEqual(["price", "audited", "verified", "rare-whisky", "untaxed", "minimum-hold", "sold-back"]);
  });

  it("state the specified figures exactly", () => {
    expect(headlineClaim.statement).toBe("Returns of upto 22%");
    expect(landing.lead).toBe("Start a Whisky Cask investment portfolio from $500");
    expect(sampleReturns.map(({ figure }) => figure)).toEqual(["20.8%", "21.4%", "10.94%"]);
    expect(marketClaims.map(({ figure }) => figure)).toEqual(["USD 69 billion", "6.4%", "+564%"]);
  });

  it("convert a return over a whole period into the right yearly figure", () => {
    for (const { figure, period } of sampleReturns) {
      const [, months, perYear] = /^Over (\d+) months: about ([\d.]+)% a year\.$/.exec(period) ?? [];
      expect(yearly(Number.parseFloat(figure), Number(months)).toFixed(1)).toBe(perYear);
    }
    expect(headlineClaim.period).toContain("22% over two years is about 10.5% a year");
    expect(yearly(22, 24)).toBeCloseTo(10.45, 2);
  });
});

describe("the company's URL", () => {
  it("is the one origin that the deployed app serves", () => {
    const settings = readFileSync(join(root, "workers", "production.toml"), "utf8");
    expect(/^APP_ORIGIN = "(.+)"$/m.exec(settings)?.[1]).toBe(company.siteUrl);
  });
});
