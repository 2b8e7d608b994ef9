import { describe, expect, it } from "vitest";
import {
  headlineClaim,
  landingClaims,
  marketClaims,
  noteOf,
  sampleReturns,
  sourceNotes,
  startingPrice,
} from "~/content/claims";
import { company, legalLinks } from "~/content/company";
import { riskTexts } from "~/content/risk-texts";
import { createTestContext } from "../../support/context";
import { putCask } from "../../support/people";
import { attributeOf, elementIn, fieldsIn, formsIn, linksIn, visibleText } from "../../support/read-html";
import { openApp, ORIGIN } from "../../support/serve-app";

// What a visitor, a search engine and a link preview read: the landing page, the way to sign up, the legal pages.

const app = openApp();

async function open(path: string) {
  const { status, text } = await app.ask(path);
  expect(status, path).toBe(200);
  return text;
}
const headingOf = (html: string) => visibleText(elementIn(html, "h1"));
const otherLinks = (html: string) => linksIn(html).filter(({ href }) => !href.startsWith("#"));

describe("the landing page", () => {
  it("has its sections in order", async () => {
    const html = await open("/");
    const titles = [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, title]) => title);
    expect(titles).toEqual([
      "Sample returns",
      "Consistent returns",
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

  it("opens with the headline, the starting price, the trust badges and 'Request access'", async () => {
    const html = await open("/");
    expect(headingOf(html)).toMatch(/^Returns of upto 22%/);
    const words = visibleText(html);
    const opening = words.slice(0, words.indexOf("Sample returns"));
    const price = "Start a Whisky Cask investment portfolio from $500";
    for (const text of [price, "Request access", "Audited", "Verified", "Secured"]) expect(opening).toContain(text);
    const [, badges = ""] = /<ul aria-label="How casks are kept"(.*?)<\/ul>/s.exec(html) ?? [];
    const hrefs = linksIn(badges).flatMap(({ href }) => (href.startsWith("#source-") ? [] : [href]));
    expect(hrefs).toEqual(["/audit", "/verify", "#own-secured"]);
    expect(html).toContain('id="own-secured"');
  });

  it("shows three sample returns, each on a card with a 'Request access' button", async () => {
    const html = await open("/");
    const cards = html.match(/<article\b.*?<\/article>/gs) ?? [];
    expect(cards.map((card) => visibleText(elementIn(card, "h3")))).toEqual(["20.8%", "21.4%", "10.94%"]);
    for (const card of cards) expect(visibleText(elementIn(card, "button"))).toBe("Request access");
    // At the top, on the cards, below the calculator and at the end, all by the same plain form.
    expect(html.match(/<form method="post" action="\/\?index">/g)).toHaveLength(5);
    expect(html.match(/name="intent" value="request-access"/g)).toHaveLength(5);
  });

  it("links each figure to its source, in reading order, and lists the sources of all that is said", async () => {
    const html = await open("/");
    const marked = [...html.matchAll(/href="#source-([^"]+)"/g)].map(([, id]) => id);
    const figures = [startingPrice, headlineClaim, sampleReturns[0], ...marketClaims];
    expect(marked).toEqual(figures.map((claim) => noteOf(claim).id));
    expect(marked).toEqual(sourceNotes.slice(0, figures.length).map(({ id }) => id));
    for (const claim of landingClaims) expect(html).toContain(`id="source-${noteOf(claim).id}"`);
  });

  it("says next to the figures that capital is at risk", async () => {
    const html = await open("/");
    for (const text of [riskTexts.short, riskTexts.unregulated, riskTexts.past, riskTexts.advice, "about 10.5% a year"])
      expect(html).toContain(text);
    expect(html).not.toMatch(/guaranteed|risk-free|assured return/i);
  });

  it("has a section on compliance, market figures with their years, and a link to the blog", async () => {
    const html = await open("/");
    const words = visibleText(html);
    const after = (title: string, length: number) => words.slice(words.indexOf(title)).slice(0, length);
    for (const text of ["18 or over", "never physically delivered", "no investment advice"])
      expect(after(" Compliance ", 400)).toContain(text);
    for (const text of [
      "USD 69 billion Size of the whisky market in 2023",
      "6.4% Yearly growth of that market to 2032",
      "+564% Rare whisky values over ten years",
    ])
      expect(after(" Market size ", 600)).toContain(text);
    const blog = linksIn(elementIn(html, "section", /id="blog"/)).map(({ href }) => href);
    expect(blog).toContain("https://dunnage.example/blog");
  });

  it.each([
    ["Where are the casks kept?", "In bonded warehouses in Scotland"],
    ["Are the casks insured?", "Yes, against loss and damage"],
    ["What about tax?", "Casks are tax-exempt while maturing"],
    ["How do I sell?", "A stake can be sold through the platform or back to us, the provider."],
    ["How long should I hold a stake?", "The minimum hold is about 2 to 3 years"],
    ["How long should I hold a stake?", "We recommend at least 3 years."],
    ["Is there a marketplace?", "Coming soon."],
    ["Can I invest in bottles?", "Bottle investment is coming soon."],
  ])("answers %j with %j", async (question, answer) => {
    const html = await open("/");
    // Some are inside another one.
    const entry = html.split("<details").find((one) => visibleText(elementIn(one, "summary")) === question);
    const words = visibleText(`<details${entry ?? ""}`.split("</details>")[0] ?? "");
    expect(words.slice(question.length)).toContain(answer);
  });

  it("has a footer with the age notice, the legal pages, social links and the company's legal text", async () => {
    const footer = elementIn(await open("/"), "footer");
    const words = visibleText(footer);
    expect(words).toContain("18+ only. You must be 18 or over, or of legal drinking age where you live.");
    expect(words).toContain("registered in Estonia, registry number 00000000");
    expect(words).toContain("UK customs registration GB000000000000");
    const links = linksIn(footer).map(({ text, href }) => `${text} ${href}`);
    expect(links.slice(0, 11)).toEqual([
      "Fees /fees",
      "Proof /proof",
      "Audit /audit",
      "Terms & Conditions /terms-and-conditions",
      "Privacy Policy /privacy-policy",
      "Terms of Service /terms-of-service",
      "Refunds & Cancellations /refunds-cancellations",
      "Customer support /customer-support",
      "Cancel a purchase /cancel-purchase",
      "Accessibility /accessibility",
      "Open data /data",
    ]);
    expect(links.slice(11)).toEqual(
      ["www.instagram", "www.linkedin", "www.youtube", "x"].map(
        (host) => expect.stringMatching(new RegExp(` https://${host}\\.com/.`)) as string,
      ),
    );
  });
});

describe("the way to an account", () => {
  it("create-account has its title, the fee, and Back, Sign Up and Log in links that lead where they say", async () => {
    const html = await open("/create-account");
    expect(headingOf(html)).toBe("Create account");
    expect(visibleText(html)).toContain("One time joining fee of $10");
    expect(otherLinks(html)).toEqual([
      { text: "Back", href: "/" },
      { text: "Sign Up", href: "/get-started?mode=sign-up" },
      { text: "Log in", href: "/get-started?mode=login" },
    ]);
  });

  it.each([
    ["sign-up", "Sign up", "/create-account", { text: "Log in", href: "/get-started?mode=login" }],
    ["login", "Login", "/", { text: "Sign up", href: "/get-started?mode=sign-up" }],
  ])(
    "get-started for %s has the heading %j, an email field, a number field after +91, and its links",
    async (mode, heading, back, other) => {
      const html = await open(`/get-started?mode=${mode}`);
      expect(headingOf(html)).toBe(heading);
      expect(fieldsIn(html, "email").map((tag) => attributeOf(tag, "type"))).toEqual(["email"]);
      const phone = elementIn(html, "form", /name="phone_number"/);
      expect(visibleText(phone)).toMatch(/^Phone number \+91 10 digits\./);
      expect(phone).toMatch(/<span[^>]*>\+91<\/span><input\b[^>]*name="phone_number"/);
      expect(otherLinks(html)).toEqual([
        { text: "Back", href: back },
        other,
        { text: "Terms & Conditions", href: "/terms-and-conditions" },
        { text: "Privacy Policy", href: "/privacy-policy" },
      ]);
    },
  );

  it.each([
    ["login", "Login"],
    ["sign-up", "Sign up"],
  ])(
    "enter-OTP after %s has the heading %j, six boxes, where the code was sent, Verify, Resend OTP and Back",
    async (mode, heading) => {
      const body = new URLSearchParams({ mode, phone_number: mode === "login" ? "9012345678" : "9012345679" });
      const sent = await app.ask(`/get-started?mode=${mode}`, { method: "POST", headers: { Origin: ORIGIN }, body });
      const cookie = sent.cookies.map((line) => line.split(";")[0]).join("; ");
      const html = (await app.ask("/enter-OTP", { headers: { Cookie: cookie } })).text;
      expect(headingOf(html)).toBe(heading);
      const form = elementIn(html, "form", /name="digit"/);
      expect(visibleText(form)).toMatch(/^Enter OTP The 6 digit number sent to your phone/);
      // The first box also accepts a whole code that is pasted or filled in.
      const lengths = fieldsIn(form, "digit").map((box) => attributeOf(box, "maxlength"));
      expect(lengths).toEqual(["200", "1", "1", "1", "1", "1"]);
      const buttons = formsIn(html).map((one) => one.buttons.map(({ text }) => text));
      expect(buttons).toEqual([["Verify"], ["Resend OTP"]]);
      expect(linksIn(html)).toContainEqual({ text: "Back", href: `/get-started?mode=${mode}` });
    },
  );
});

describe("the legal pages", () => {
  it.each([
    ["/terms-and-conditions", "Terms & Conditions", 14],
    ["/privacy-policy", "Privacy Policy", 12],
    ["/terms-of-service", "Terms of Service", 8],
    ["/refunds-cancellations", "Refunds & Cancellations", null],
    ["/customer-support", "Customer support", null],
  ])("%s is titled %j, and its sections are numbered in order", async (path, title, sections) => {
    const html = await open(path);
    expect(headingOf(html)).toBe(title);
    const titles = [...html.matchAll(/<section\b[^>]*>\s*<h2\b[^>]*>(.*?)<\/h2>/gs)].map(([, one = ""]) => one);
    expect(titles.length).toBeGreaterThan(0);
    if (sections !== null)
      expect(titles.map((one) => Number.parseInt(one, 10))).toEqual(Array.from({ length: sections }, (_, i) => i + 1));
  });

  it("say that a peer-to-peer marketplace is planned, and how to reach support", async () => {
    expect(visibleText(await open("/terms-of-service"))).toContain(
      "A peer-to-peer marketplace between investors and investment in bottles are planned",
    );
    const support = await open("/customer-support");
    for (const words of ["WhatsApp", "Mon-Fri 9-18 GMT", "within 24 hours"])
      expect(visibleText(support)).toContain(words);
    const hrefs = linksIn(support).map(({ href }) => href);
    expect(hrefs).toEqual(expect.arrayContaining(["mailto:support@dunnage.example", "https://wa.me/37255550000"]));
  });
});

describe("what search engines and link previews read", () => {
  it.each(["/", "/terms-and-conditions", "/create-account", "/get-started?ref=ABCD2345"])(
    "finds title, text, picture and the page's own address at %s",
    async (path) => {
      const html = await open(path);
      const told = (name: string) => new RegExp(`<meta property="og:${name}" content="([^"]+)"`).exec(html)?.[1];
      expect(told("title")).toContain(company.brand);
      expect(told("image")).toBe(`${company.siteUrl}/images/preview.png`);
      expect(told("url")).toBe(company.siteUrl + path.split("?")[0]);
      if (path !== "/terms-and-conditions") expect(told("description")).toMatch(/capital (is )?at risk/i);
    },
  );

  it("finds a feed of casks and audits, whom to tell of a weakness, and a short statement on accessibility", async () => {
    expect(await open("/")).toContain('<link rel="alternate" type="application/atom+xml" href="/feed.xml"');
    const context = createTestContext();
    const caskId = await putCask(context, { name: "Salt & Smoke" });
    await putCask(context, { name: "A draft", published: false });
    const feed = await open("/feed.xml");
    expect(feed).toContain(`<id>${company.siteUrl}/evidence?cask=${caskId}</id><title>Cask: Salt &#38; Smoke</title>`);
    expect(feed).not.toContain("A draft");
    const lines = (await open("/.well-known/security.txt")).split("\n");
    expect(lines[0]).toBe(`Contact: mailto:${company.support.email}`);
    const expires = Date.parse(lines[1]?.replace("Expires: ", "") ?? "");
    expect(expires).toBeGreaterThan(context.nowMs());
    expect(visibleText(elementIn(await open("/accessibility"), "main")).split(/\s+/).length).toBeLessThanOrEqual(300);
  });

  it("leads to the sitemap with every public page, and to nothing personal", async () => {
    expect(await open("/robots.txt")).toContain(`Sitemap: ${company.siteUrl}/sitemap.xml`);
    expect(await open("/offline")).toContain(`<meta name="robots" content="noindex"/>`);
    const addresses = [...(await open("/sitemap.xml")).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, one]) => one);
    for (const path of ["/", ...legalLinks.map(({ href }) => href)])
      expect(addresses).toContain(company.siteUrl + path);
    expect(addresses.filter((address) => /wallet|settings|operator|stripe|offline/.test(address ?? ""))).toEqual([]);
  });
});
