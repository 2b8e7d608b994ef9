import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { legalLinks } from "~/content/company";
import type { LegalBlock, LegalDocument, LegalText } from "~/content/legal-document";
import { privacyPolicy } from "~/content/legal-privacy-policy";
import { refundsAndCancellations } from "~/content/legal-refunds";
import { contact, customerSupport } from "~/content/legal-support";
import { termsAndConditions } from "~/content/legal-terms-and-conditions";
import { termsOfService } from "~/content/legal-terms-of-service";
import { publicPaths } from "~/content/page-meta";
import { TOKENS_FOR_JOINING, TOKENS_FOR_STAKE } from "~/domain/rewards";
import { root } from "./project/source-files";

const documents = [termsAndConditions, privacyPolicy, termsOfService, refundsAndCancellations, customerSupport];

const pieces = (text: LegalText) => (typeof text === "string" ? [text] : text);
const texts = (block: LegalBlock): readonly LegalText[] =>
  typeof block === "object" && "list" in block ? block.list : [block];
const allPieces = ({ sections }: LegalDocument) =>
  sections.flatMap(({ blocks }) => blocks.flatMap(texts).flatMap((text) => [...pieces(text)]));
const wordsOf = (document: LegalDocument) =>
  allPieces(document)
    .map((piece) => (typeof piece === "string" ? piece : piece.label))
    .join(" ");

describe("legal pages", () => {
  it("are the five that the footer names", () => {
    expect(documents.map(({ path, title }) => ({ href: path, label: title }))).toEqual(legalLinks);
  });

  it("have the expected sections", () => {
    expect(termsAndConditions.sections).toHaveLength(14);
    expect(privacyPolicy.sections).toHaveLength(12);
    expect(termsOfService.sections).toHaveLength(8);
  });

  it("can be linked to, section by section", () => {
    for (const { title, sections } of documents) {
      expect(new Set(sections.map(({ id }) => id)).size, title).toBe(sections.length);
      expect(sections.filter(({ blocks }) => blocks.length === 0)).toEqual([]);
    }
  });

  it("link to pages that exist", () => {
    const links = documents.flatMap(allPieces).flatMap((piece) => (typeof piece === "string" ? [] : [piece.href]));
    expect(links.length).toBeGreaterThan(10);
    const own = links.filter((href) => href.startsWith("/"));
    expect(own.filter((href) => !legalLinks.some((link) => link.href === href))).toEqual([]);
    expect(links.filter((href) => !/^(\/|mailto:|https:\/\/)/.test(href))).toEqual([]);
  });

  it("state the product's policies", () => {
    const terms = wordsOf(termsAndConditions);
    const refunds = wordsOf(refundsAndCancellations);
    expect(terms).toContain("You must be 18 or over.");
    expect(terms).toContain("legal drinking age");
    expect(terms).toContain("never physically delivered");
    expect(terms).toContain("through the platform, or directly to us as the provider");
    expect(terms).toContain("Taxes apply only when a cask is bottled or removed from bond.");
    expect(terms).toContain("We give no investment advice.");
    expect(terms).toContain("5 years of storage and insurance");
    for (const text of [terms, refunds]) {
      expect(text).toContain("within 14 days of receiving the goods");
      expect(text).toContain("up to 50% of the invoice");
      expect(text).toContain("within 7 days");
      expect(text).toContain("The minimum order is £350 excluding tax or a complete cask.");
    }
    expect(terms).toContain(`${TOKENS_FOR_JOINING.toLocaleString("en")} tokens for the joining fee`);
    expect(terms).toContain(`${TOKENS_FOR_STAKE.toLocaleString("en")} tokens for each stake`);
    expect(contact.rows.map(({ value }) => value)).toEqual(["Mon-Fri 9-18 GMT", "within 24 hours"]);
  });

  it("name every company that handles data, and every cookie", () => {
    const policy = wordsOf(privacyPolicy);
    for (const name of ["Stripe", "Copperx", "MSG91", "Resend", "Cloudflare"]) expect(policy).toContain(`${name}:`);
    for (const name of ["session", "login", "wallet-tab", "toast"])
      expect(policy).toMatch(new RegExp(`(^|\\s)${name}:`));
    expect(policy).toContain("selectedTab");
  });
});

describe("the public pages", () => {
  it("named in the sitemap have a route", () => {
    const routeOf = (name: string) => join(root, "app", "routes", name, "route.tsx");
    const fileOf = (path: string) => path.slice(1).replaceAll("/", ".");
    const namesOf = (path: string) => (path === "/" ? ["_index"] : [fileOf(path), `${fileOf(path)}._index`]);
    expect(publicPaths.filter((path) => !namesOf(path).map(routeOf).some(existsSync))).toEqual([]);
    expect(legalLinks.filter(({ href }) => !publicPaths.some((path) => path === href))).toEqual([]);
  });
});
