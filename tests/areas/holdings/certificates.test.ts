import { PDFDocument } from "@cantoo/pdf-lib";
import { getDocumentProxy } from "unpdf";
import { describe, expect, it, vi } from "vitest";
import type { CertificateFacts } from "~/areas/holdings/certificates/issue-certificate";
import { renderCertificate } from "~/areas/holdings/certificates/render-certificate";
import { fitText, loadFace } from "~/areas/holdings/papers/set-text";
import { CODE_LETTERS, groupCode, readCode } from "~/domain/certificate-code";
import { isPrintable, tidy } from "~/domain/tidy-text";
import { newCertificateCode } from "~/server/ids";
import { FACTS } from "../../support/certificate-facts";
import { certificateDisposition } from "~/areas/holdings/certificates/read-certificate";

/** A certificate as a reader shows it: the texts of its page in the order in which they are drawn. */
async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(bytes.slice());
  const { items } = await (await pdf.getPage(1)).getTextContent();
  const { info } = await pdf.getMetadata();
  const lines = (items as { str: string }[]).map(({ str }) => str);
  return { pages: pdf.numPages, text: lines.join("\n"), info: info as Record<string, string> };
}

const loadedFace = async () => {
  const pdf = await PDFDocument.create();
  return loadFace(pdf, pdf.addPage());
};
const textOf = async (changes: Partial<CertificateFacts>) =>
  (await readPdf(await renderCertificate({ ...FACTS, ...changes }))).text;

describe("a certificate", () => {
  it("is one page that states everything as real text", async () => {
    const pdf = await readPdf(await renderCertificate(FACTS));
    expect(pdf.pages).toBe(1);
    const lines = pdf.text.split("\n");
    for (const said of [
      "Certificate of Ownership",
      "Asha Śarmā-O’Brien",
      "Glen Orrin 2019",
      "Whisky, Glen Orrin",
      "Stake 17 of 240",
      "1298",
      "12 Dec 2026",
      "13 Dec 2026",
      "$1,250.00 (US dollars)",
      "Bonded Warehouse No. 3, Speyside, Scotland",
      "7kq2-ma4p-9trw-defg",
      "https://dunnage.example/verify/7kq2-ma4p-9trw-defg",
    ])
      expect(lines).toContain(said);
    expect(pdf.text).toContain("It proves that");
    expect(pdf.text).toContain("It does not prove that");
    expect(pdf.text).not.toContain("?");
  });

  it("has the same bytes each time, with its dates taken from the facts", async () => {
    const first = await renderCertificate(FACTS);
    vi.setSystemTime(Date.now() + 1_100);
    const second = await renderCertificate(FACTS);
    vi.useRealTimers();
    expect(second).toEqual(first);
    const { info } = await readPdf(first);
    expect([info.Producer, info.CreationDate]).toEqual(["Dunnage", "D:20261213000000Z"]);
  });

  it("changes with every fact", async () => {
    const plain = await renderCertificate(FACTS);
    const others: Partial<CertificateFacts>[] = [
      { holderName: "Asha Sarma" },
      { caskName: "Glen Orrin 2020" },
      { caskKind: "rum" },
      { caskType: "butt" },
      { distillery: "Glen Orran" },
      { caskNumber: null },
      { stakeNumber: 18 },
      { totalStakes: 241 },
      { issuedOn: "2026-12-14" },
      { purchasedOn: "2026-12-11" },
      { amountCents: 125_001 },
      { warehouse: "Bonded Warehouse No. 4" },
      { code: "7kq2ma4p9trwdefh" },
      { verifyUrl: "https://dunnage.example/verify/other" },
      { registerMark: "1c6ac2a08a63" },
      { auditUrl: "https://dunnage.example/other" },
    ];
    for (const change of others)
      expect(await renderCertificate({ ...FACTS, ...change }), JSON.stringify(change)).not.toEqual(plain);
  });

  it("stays small, whatever it states", async () => {
    for (const change of [{}, { caskName: "Ẅ".repeat(60) }]) {
      expect((await renderCertificate({ ...FACTS, ...change })).byteLength).toBeLessThan(60_000);
    }
  });
});

describe("names on a certificate", () => {
  it.each([
    "D’Arcy O'Brien",
    "Śarmā Kṛṣṇa Ṭhākur",
    "Stanisław Żółkiewski",
    "Nguyễn Thị Hồng Đức",
    "Ñandú Çelik Őry Ğül Þór",
  ])("%s can be found and copied", async (holderName) =>
    expect((await textOf({ holderName })).replaceAll("\n", "")).toContain(holderName),
  );

  it("keep an apostrophe after a document with a comma, whose glyph is drawn by the apostrophe's", async () => {
    vi.resetModules();
    const fresh = await import("~/areas/holdings/certificates/render-certificate");
    await fresh.renderCertificate({ ...FACTS, holderName: "Rao, Asha" });
    const later = await fresh.renderCertificate({ ...FACTS, holderName: "Siân D’Arcy" });
    expect((await readPdf(later)).text).toContain("Siân D’Arcy");
    expect(later).toEqual(await renderCertificate({ ...FACTS, holderName: "Siân D’Arcy" }));
  });

  it("show a box for a letter that the typeface lacks", async () =>
    expect(await textOf({ holderName: "รว Kumar 😀" })).toContain("□□ Kumar □"));

  it.each([
    ["60 wide letters", "W".repeat(60)],
    ["60 letters in words", "Wandering Waterfall of the Western Wilderness Warehouse 1997"],
    ["a double name", "Stanisława Żółkiewska-Brzęczyszczykiewicz von Württemberg-Hohe"],
    ["300 letters", "Wenceslaus ".repeat(27).trim()],
  ])("keep every letter: %s", async (_name, name) => {
    const text = (await textOf({ holderName: name, caskName: name })).replaceAll("\n", "").replaceAll(" ", "");
    // The name appears as the holder and as the cask.
    expect(text.split(name.replaceAll(" ", "")).length).toBe(3);
  });

  it("of a cask with 60 letters leave the stake on a line of its own", async () => {
    const caskName = "Wandering Waterfall of the Western Wilderness Warehouse 1997";
    const lines = (await textOf({ caskName, stakeNumber: 17, totalStakes: 240 })).split("\n");
    expect(lines).toContain("Stake 17 of 240");
    // The space at a break stays, or a screen reader would join two words.
    const broken = fitText(await loadedFace(), caskName, { steps: [{ size: 21, lines: 2 }], width: 300 });
    expect([broken.lines.length > 1, broken.lines.join("")]).toEqual([true, caskName]);
  });
});

describe("the typeface of documents", () => {
  it("has every letter that is printable", async () => {
    const { shaped } = await loadedFace();
    const lacks = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
      (letter) => isPrintable(letter) && tidy(letter) === letter && !shaped.hasGlyphForCodePoint(letter.charCodeAt(0)),
    );
    expect(lacks).toEqual([]);
  });

  it("draws a code letter by letter as it is: no ligature and no substitute, whatever stands beside it", async () => {
    const { shaped, features } = await loadedFace();
    const letters = [...CODE_LETTERS, "-"];
    const three = letters.flatMap((one) => letters.flatMap((two) => letters.map((last) => one + two + last))).join("");
    for (const typed of [three, "3x4", "->", "5x"]) {
      const plain = [...typed].map((letter) => shaped.glyphForCodePoint(letter.codePointAt(0) ?? 0)?.id);
      expect(shaped.layout(typed, features).glyphs.map(({ id }) => id)).toEqual(plain);
    }
    expect(shaped.layout("3x4").glyphs[1]?.id).not.toBe(shaped.glyphForCodePoint(120)?.id);
  });

  it("gives a code back as it is registered, in groups", async () => {
    for (const code of ["7kq2ffa4p9trffgg", newCertificateCode(), newCertificateCode()]) {
      const verifyUrl = `https://dunnage.example/verify/${groupCode(code)}`;
      const printed = (await textOf({ code, verifyUrl })).split("\n");
      expect(printed.filter((line) => readCode(line.split("/").at(-1)) === code)).toEqual([groupCode(code), verifyUrl]);
    }
  });
});

describe("the file of a certificate", () => {
  it.each([
    ["Loch Ardel Hogshead", "dunnage-loch-ardel-hogshead-stake-3.pdf", "dunnage-loch-ardel-hogshead-stake-3.pdf"],
    ["Château d’Été No. 7", "dunnage-chateau-d-ete-no-7-stake-3.pdf", "dunnage-château-d-été-no-7-stake-3.pdf"],
    ["山崎", "dunnage-stake-3.pdf", "dunnage-山崎-stake-3.pdf"],
    [
      '"; filename="x.exe\r\nSet-Cookie: a=b',
      "dunnage-filename-x-exe-set-cookie-a-b-stake-3.pdf",
      "dunnage-filename-x-exe-set-cookie-a-b-stake-3.pdf",
    ],
    ["Very ".repeat(40), `dunnage-${"very-".repeat(12)}stake-3.pdf`, `dunnage-${"very-".repeat(12)}stake-3.pdf`],
    ["\uD83D 7", "dunnage-7-stake-3.pdf", "dunnage-7-stake-3.pdf"],
    ["*'()!", "dunnage-stake-3.pdf", "dunnage-stake-3.pdf"],
  ])("of %j is called after cask and stake", (cask, plain, whole) => {
    const disposition = certificateDisposition(cask, 3);
    expect(disposition).toBe(`inline; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(whole)}`);
    expect(disposition).toMatch(/^inline; filename="[a-z0-9.-]+"; filename\*=UTF-8''[\w.%-]+$/);
    expect(new Headers({ "Content-Disposition": disposition }).get("Content-Disposition")).toBe(disposition);
  });

  it("stays short enough for a header, however long the cask's name is", () => {
    for (const letter of ["a", "山", "é", "\u{20BB7}", "क्ष"])
      expect(certificateDisposition(letter.repeat(5_000), 240).length).toBeLessThan(1_000);
  });
});
