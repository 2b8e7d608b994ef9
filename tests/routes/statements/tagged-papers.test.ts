// What a screen reader is given of each document, read by another library than the one that made it.
import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from "@cantoo/pdf-lib";
import { getDocumentProxy } from "unpdf";
import { beforeAll, describe, expect, it } from "vitest";
import { renderCertificate } from "~/areas/holdings/certificates/render-certificate";
import type { Paper } from "~/areas/holdings/papers/paper";
import { renderPaper } from "~/areas/holdings/papers/render-paper";
import { companyFooter } from "~/content/company";
import { statementWords } from "~/content/statement-texts";
import { dateOf } from "~/domain/calendar-date";
import { FACTS } from "../../support/certificate-facts";
import { createTestContext } from "../../support/context";
import { giveStake } from "../../support/holdings";
import { putCask, signIn } from "../../support/people";
import { keepLogQuiet } from "../../support/quiet-log";
import { openApp } from "../../support/serve-app";

type Element = { role?: string; id?: string; type?: string; alt?: string; children?: Element[] };
type Item = { type?: string; id?: string; str?: string; hasEOL?: boolean };
type Told = { role: string; text: string; alt: string | undefined };
type Page = { told: Told[]; tree: Element; order: string[]; drawn: string[]; repeated: string };

async function readTags(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(bytes.slice());
  const info = (await pdf.getMetadata()).info as { Language?: string; Title?: string };
  const pages: Page[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const { texts, repeated } = textsOf(items as Item[]);
    const tree = ((await page.getStructTree()) ?? {}) as Element;
    const all = elementsOf(tree);
    const marksOf = (one: Element) => (one.children ?? []).filter(({ type }) => type === "content");
    pages.push({
      told: all.map((one) => ({
        role: one.role ?? "",
        text: marksOf(one)
          .map(({ id = "" }) => texts.get(id) ?? "")
          .join("")
          .replaceAll(/\s+/g, " ")
          .trim(),
        alt: one.alt,
      })),
      tree,
      order: all.flatMap(marksOf).map(({ id = "" }) => id),
      drawn: [...texts.keys()],
      repeated,
    });
  }
  const told = pages.flatMap((page) => page.told);
  const textsAs = (role: string) => told.flatMap(({ role: own, text }) => (own === role && text !== "" ? [text] : []));
  return { info, isMarked: (await pdf.getMarkInfo())?.Marked, pages, told, textsAs };
}

/** In the order of the page: the text of each mark, and what is skipped because pages repeat it. */
function textsOf(items: Item[]): { texts: Map<string, string>; repeated: string } {
  const texts = new Map<string, string>();
  let id = "";
  let repeated = "";
  for (const item of items) {
    if (item.type?.startsWith("begin")) id = item.id ?? "";
    if (item.id) texts.set(item.id, "");
    if (id) texts.set(id, (texts.get(id) ?? "") + (item.str ?? ""));
    else repeated += item.str ?? "";
  }
  return { texts, repeated };
}

const elementsOf = (one: Element): Element[] => [one, ...(one.children ?? []).flatMap(elementsOf)];

const PAINTS = /(?:^|\s)(?:TJ|Tj|S|s|f|f\*|B|b|Do)$/;

/** What is painted neither as a part of an element nor as an ornament. */
async function unmarked(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  return pdf.getPages().flatMap((page) => {
    const { Contents } = page.node.normalizedEntries();
    const streams = Contents instanceof PDFArray ? Contents.asArray().map((ref) => pdf.context.lookup(ref)) : [];
    const lines = streams
      .map((stream) => (stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : new Uint8Array()))
      .flatMap((decoded) => new TextDecoder("latin1").decode(decoded).split("\n"));
    let depth = 0;
    return lines.filter((line) => {
      if (/ (?:BDC|BMC)$/.test(line)) depth += 1;
      if (line === "EMC") depth -= 1;
      return depth !== 1 && PAINTS.test(line);
    });
  });
}

const app = openApp();
const context = createTestContext();
keepLogQuiet();
const files: Record<"certificate" | "receipt" | "statement", Uint8Array> = {
  certificate: new Uint8Array(),
  receipt: new Uint8Array(),
  statement: new Uint8Array(),
};

const LONG_TABLE = {
  columns: [
    { label: "Date", share: 0.7 },
    { label: "Amount", share: 0.3, align: "right" as const },
  ],
  rows: Array.from({ length: 90 }, (_, i) => [`Day ${i + 1}`, i === 4 ? "" : `$${i}.00`]),
  sum: ["Total", "$4,005.00"],
};

const LONG: Paper = {
  title: "Statement",
  lead: "Every day",
  about: [{ label: "Held by", value: "Asha Rao" }],
  sections: [{ title: "Moves", table: LONG_TABLE }],
  madeOn: "2026-12-13",
};

beforeAll(async () => {
  const person = await signIn(context);
  const { paymentId } = await giveStake(context, person, await putCask(context, { name: "Ardel", totalStakes: 60 }));
  const fetched = async (path: string) =>
    new Uint8Array(await (await app.raw(path, { headers: { Cookie: person.cookie } })).arrayBuffer());
  files.receipt = await fetched(`/receipts/${paymentId}.pdf`);
  files.statement = await fetched(`/statements/2020-01-01--${dateOf(context.nowMs())}.pdf`);
  files.certificate = await renderCertificate({
    ...FACTS,
    holderName: "Asha Rao",
    caskName: "Wandering Waterfall of the Western Wilderness Warehouse 1997",
  });
});

const words = statementWords;

describe("a document for a screen reader", () => {
  it.each([
    ["certificate", "Certificate of Ownership", ["Check this certificate"]],
    ["receipt", "Receipt", ["What was paid for"]],
    [
      "statement",
      "Statement",
      [
        words.summary.title,
        expect.stringMatching(/^Property on /),
        words.moves.title,
        words.standing.title,
        words.paid.title,
        words.returns.title,
        words.says.title,
      ],
    ],
  ] as const)("has language, title and headings, and is read in its own order: %s", async (kind, title, headings) => {
    const { info, isMarked, pages, told, textsAs } = await readTags(files[kind]);
    expect(isMarked).toBe(true);
    expect(info.Language).toBe("en");
    expect(info.Title).toMatch(new RegExp(`^${title}: `));
    expect(textsAs("H1")).toEqual([title]);
    expect(textsAs("H2")).toEqual(headings);
    expect(told.findIndex(({ role }) => role === "H1")).toBeLessThan(told.findIndex(({ role }) => role === "Table"));
    for (const { order, drawn } of pages) expect(order).toEqual(drawn);
    expect(await unmarked(files[kind])).toEqual([]);
    expect(pages.map(({ repeated }) => repeated).join("")).not.toMatch(/Asha|Ardel|\$/);
  });

  it("has a head for each column of a table", async () => {
    const { tree } = (await readTags(files.receipt)).pages[0] as Page;
    const tables = elementsOf(tree).filter(({ role }) => role === "Table");
    const rolesOf = (table: Element | undefined) =>
      table?.children?.map((row) => [row.role, ...(row.children ?? []).map(({ role }) => role)].join(" "));
    expect(tables.map(rolesOf)).toEqual([Array(5).fill("TR TH TD"), ["TR TH TH", "TR TD TD", "TR TD TD"]]);
    expect((await readTags(files.receipt)).textsAs("TH").slice(-2)).toEqual(["For", "Amount"]);
    expect((await readTags(files.statement)).textsAs("TH")).toEqual(
      expect.arrayContaining([...words.property.columns]),
    );
  });

  it("says in words what a certificate draws, and where its links lead", async () => {
    const { told, textsAs } = await readTags(files.certificate);
    expect(textsAs("TH")).toEqual(expect.arrayContaining(["Cask number", "Certificate code"]));
    expect(textsAs("TD")).toContain("7kq2-ma4p-9trw-defg");
    expect(told.filter(({ role }) => role === "Figure").map(({ alt }) => alt)).toEqual([
      "Drawing of a cask in which stake 17 of 240 is marked",
      "QR code that holds the address below",
    ]);
    expect(textsAs("Link")).toContain("https://dunnage.example/verify/7kq2-ma4p-9trw-defg");
  });

  it("does not repeat heads and footers that a long table draws on each page", async () => {
    const bytes = await renderPaper(LONG);
    expect(await renderPaper(LONG)).toEqual(bytes);
    const { pages, textsAs } = await readTags(bytes);
    expect(pages.length).toBeGreaterThan(2);
    expect(await unmarked(bytes)).toEqual([]);
    expect(textsAs("TH")).toEqual(["Held by", "Date", "Amount"]);
    const { rows, sum } = LONG_TABLE;
    expect(textsAs("TD")).toEqual(["Asha Rao", ...rows.flat(), ...sum].filter((text) => text !== ""));
    expect(textsAs("P").filter((text) => text === companyFooter)).toHaveLength(1);
    expect(pages[1]?.repeated).toContain("Date Amount");
  });
});
