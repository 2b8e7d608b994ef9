import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { headlineClaim, landingClaims, marketClaims, noteOf, sampleReturns, sourceNotes } from "~/content/claims";
import { company, legalLinks } from "~/content/company";
import { checkoutDescriptions, cryptoRefunds, paymentMethods, stakeIncludes } from "~/content/payments";
import { questions } from "~/content/faq";
import { feesPage, feeTexts } from "~/content/fee-texts";
import { landing } from "~/content/landing";
import type { LegalBlock, LegalDocument, LegalText } from "~/content/legal-document";
import { privacyPolicy } from "~/content/legal-privacy-policy";
import { refundsAndCancellations } from "~/content/legal-refunds";
import { customerSupport } from "~/content/legal-support";
import { termsAndConditions } from "~/content/legal-terms-and-conditions";
import { termsOfService } from "~/content/legal-terms-of-service";
import { detailInWords, figuresInWords, inWords, kindInWords, settingName } from "~/content/log-words";
import { noticeMail } from "~/areas/notices/payment-notices";
import { publicPaths } from "~/content/page-meta";
import { footerTexts } from "~/content/site-texts";
import { refundTexts } from "~/content/payment-outcomes";
import { dateOf } from "~/domain/calendar-date";
import { TOKENS_FOR_JOINING, TOKENS_FOR_STAKE } from "~/domain/rewards";
import { renderMail } from "~/mail/render-mail";
import { root, sourceFiles } from "./project/source-files";

// What the texts state about each other: figures, sources, promises, links.

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

  it("share a note only where they share their source, its date and their limits", () => {
    for (const { of, source, asOf, limits } of sourceNotes)
      for (const claim of of) expect(claim).toMatchObject({ source, asOf, limits });
    expect(new Set(sampleReturns.map((claim) => noteOf(claim).number)).size).toBe(1);
  });

  it("say 'Sample' where there is no real source yet", () => {
    const proven = landingClaims.filter(({ source }) => !source.startsWith("Sample")).map(({ id }) => id);
    expect(proven).toEqual(["price", "rare-whisky", "audited", "verified", "untaxed", "minimum-hold", "sold-back"]);
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

it("the company's URL is the one origin that the deployed app serves", () => {
  const settings = readFileSync(join(root, "workers", "production.toml"), "utf8");
  expect(/^APP_ORIGIN = "(.+)"$/m.exec(settings)?.[1]).toBe(company.siteUrl);
});

const documents = [termsAndConditions, privacyPolicy, termsOfService, refundsAndCancellations, customerSupport];

const pieces = (text: LegalText) => (typeof text === "string" ? [text] : text);
const texts = (block: LegalBlock): readonly LegalText[] =>
  typeof block === "object" && "list" in block ? block.list : [block];
const allPieces = ({ sections }: LegalDocument) =>
  Object.values(sections).flatMap((blocks) => blocks.flatMap(texts).flatMap((text) => [...pieces(text)]));
const wordsOf = (document: LegalDocument) =>
  allPieces(document)
    .map((piece) => (typeof piece === "string" ? piece : piece.label))
    .join(" ");

describe("legal pages", () => {
  it("link to pages that exist", () => {
    const links = documents.flatMap(allPieces).flatMap((piece) => (typeof piece === "string" ? [] : [piece.href]));
    expect(links.length).toBeGreaterThan(10);
    const own = links.filter((href) => href.startsWith("/"));
    expect(own.filter((href) => ![...legalLinks, footerTexts.cancel].some((link) => link.href === href))).toEqual([]);
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
    expect([company.support.hours, company.support.replyTime]).toEqual(["Mon-Fri 9-18 GMT", "within 24 hours"]);
  });

  it("name every company that handles data, and every cookie", () => {
    const policy = wordsOf(privacyPolicy);
    for (const name of ["Stripe", "Copperx", "MSG91", "Resend", "Cloudflare"]) expect(policy).toContain(`${name}:`);
    for (const name of ["session", "login", "wallet-tab", "toast"])
      expect(policy).toMatch(new RegExp(`(^|\\s)${name}:`));
    expect(policy).toContain("selectedTab");
  });
});

it("the public pages named in the sitemap have a route", () => {
  const routeOf = (name: string) => join(root, "app", "routes", name, "route.tsx");
  const fileOf = (path: string) => path.slice(1).replaceAll("/", ".");
  const namesOf = (path: string) => (path === "/" ? ["_index"] : [fileOf(path), `${fileOf(path)}._index`]);
  expect(publicPaths.filter((path) => !namesOf(path).map(routeOf).some(existsSync))).toEqual([]);
  expect(legalLinks.filter(({ href }) => !publicPaths.some((path) => path === href))).toEqual([]);
});

const feesText = feeTexts({ joiningFee: "$10", betweenInvestors: "1.5% each" });
const feeKinds = Object.keys(feesText) as (keyof typeof feesText)[];

describe("fees", () => {
  it("stand on the page once each, in groups", () =>
    expect(feesPage.groups.flatMap(({ kinds }): readonly string[] => kinds).sort()).toEqual([...feeKinds].sort()));

  it("that cost nothing are called free, and no others are", () => {
    expect(feeKinds.filter((kind) => ["none", "free"].includes(feesText[kind].amount))).toEqual([
      "signing-up",
      "paying",
      "holding",
      "gain",
      "withdrawing",
      "papers",
      "closing",
    ]);
    expect(feesText.joining.amount).toBe("$10");
    expect(feesText.resale.amount).toBe("1.5% each");
    expect(feesText.resale.note).toContain("Coming soon");
  });

  it("name the same figures wherever they are spoken of", () => {
    const said = JSON.stringify([feesText, termsAndConditions, refundsAndCancellations]);
    expect([...new Set(said.match(/\d+ years of storage/g))]).toEqual(["5 years of storage"]);
    expect([...new Set(said.match(/[\d.]+%/g))].sort()).toEqual(["1.5%", "50%"]);
    expect(stakeIncludes.note).toBe("Incl. 5 years storage & insurance");
    expect(checkoutDescriptions.stake).toBe("One stake, incl. 5 years storage & insurance");
    expect(JSON.stringify(questions)).toContain("5 years of storage and insurance");
  });

  it("are written as a number nowhere but at their source", () => {
    const written = sourceFiles(["app"], /\.tsx?$/).filter(({ text }) =>
      /\b(5|five) years of storage|\b5 years storage|up to 50%/i.test(text),
    );
    expect(written.map(({ path }) => path)).toEqual([]);
  });
});

describe("what happens to a crypto payment that goes back", () => {
  const facts = {
    purpose: "stake",
    productName: "Cask",
    amountCents: 1_200,
    reason: null,
    stake: null,
    cancelUrl: "",
  } as const;
  const mail = (byCrypto: boolean) =>
    renderMail(noticeMail("refunding", { ...facts, walletUrl: "/wallet", byCrypto })).text;

  it.each([
    ["the payment page", paymentMethods.crypto.refunds],
    ["the page of a payment that goes back", refundTexts.next.crypto.inProgress],
    ["the terms", JSON.stringify(termsAndConditions)],
    ["Refunds & Cancellations", JSON.stringify(refundsAndCancellations)],
    ["the email", mail(true).replaceAll("\n", " ")],
  ])("is said in the same words by %s", (_where, text) => expect(text).toContain(cryptoRefunds));

  it("is not said about a card", () => {
    expect(mail(false)).toContain("Card refunds usually show within 5 to 10 days.");
    expect(mail(false)).not.toContain("crypto");
  });
});

describe("the log in words", () => {
  it("writes names of actions, things and fields as English, cents as money and settings by their labels", () => {
    expect(inWords("withdrawal-requested")).toBe("Withdrawal requested");
    expect(kindInWords("payout-run:run_1")).toBe("Payout run");
    expect(detailInWords("withdrawal-requested", "13910")).toBe("$139.10");
    expect(detailInWords("payout-run-made", "7: 3 for 31200 cents")).toBe("7: 3 for $312.00");
    expect(detailInWords("evidence-added", "evidence:evd_a_b document_kind,issuer,file")).toBe(
      "document kind, issuer, file",
    );
    expect(detailInWords("withdrawal-cleared", "payouts_per_day")).toBe(
      "Payouts to one person a day before an operator reviews them",
    );
  });

  it("names a setting by its label, and says its money in dollars", () => {
    const fee = "setting:joining_fee_cents";
    expect([settingName(fee), settingName("cask:csk_1")]).toEqual(["Joining fee", null]);
    expect(detailInWords("setting-changed", "1000 -> 1550", fee)).toBe("$10.00 -> $15.50");
    expect(detailInWords("setting-changed", "5 -> 6", "setting:payouts_per_day")).toBe("5 -> 6");
  });

  it("leaves references, ids and figures of other kinds as they are", () => {
    for (const kept of ["SAMPLE-0002", "wdr_demo:csk_a_b", "1250", "5 rows"])
      expect(detailInWords("cask-saved", kept)).toBe(kept);
    expect(figuresInWords("the bank was asked")).toBe("the bank was asked");
    expect(figuresInWords('{"ours":"settled","paidCents":500,"received_cents":1250}')).toBe(
      "ours settled, paid $5.00, received $12.50",
    );
  });
});
