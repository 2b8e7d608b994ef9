import { PDFDocument } from "@cantoo/pdf-lib";
import { env } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { CODE_LETTERS, groupCode, readCode } from "~/domain/certificate-code";
import { loadFaces } from "~/areas/holdings/certificates/inside/certificate-fonts";
import { canDraw } from "~/domain/can-draw";
import type { FontPack } from "~/areas/holdings/certificates/inside/find-fonts";
import { PACK_KEY, PACKED_FONTS } from "~/areas/holdings/certificates/inside/font-pack";
import { newCertificateCode } from "~/areas/holdings/certificates/new-certificate-code";
import { renderCertificate } from "~/areas/holdings/certificates/render-certificate";
import { splitRuns } from "~/areas/holdings/certificates/inside/split-runs";
import { storedFonts } from "~/areas/holdings/certificates/stored-fonts";
import { FACTS } from "./support/facts";
import { readPdf } from "./support/read-pdf";
import { packBytes, testFonts } from "./support/test-fonts";

let read: { name: string; bytes: number }[] = [];
const nameAt = (offset: number) =>
  PACKED_FONTS.find((line) => line.split(" ")[1] === String(offset))?.split(" ")[0] ?? "?";
const fonts: FontPack = (offset, length) => {
  read.push({ name: nameAt(offset), bytes: length });
  return testFonts(offset, length);
};
beforeEach(() => void (read = []));

const facesFor = async (text: string) => {
  const pdf = await PDFDocument.create();
  return loadFaces(pdf, pdf.addPage(), text, fonts);
};

/** A name, and the scripts whose fonts it takes. */
const NAMES: [string, ...string[]][] = [
  ["ரவி குமார்", "tamil"],
  ["ஸ்ரீதரன் Kumar", "tamil"],
  ["রবীন্দ্রনাথ ঠাকুর", "bengali"],
  ["শ্রীকৃষ্ণ চট্টোপাধ্যায়", "bengali"],
  ["శ్రీనివాస రావు", "telugu"],
  ["ಶ್ರೀನಿವಾಸ ಮೂರ್ತಿ", "kannada"],
  ["ശ്രീകുമാർ നായർ", "malayalam"],
  ["નરેન્દ્ર ત્રિવેદી", "gujarati"],
  ["ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ", "gurmukhi"],
  ["ଶ୍ରୀକୃଷ୍ଣ ପଟ୍ଟନାୟକ", "oriya"],
  ["श्री रविशङ्कर त्रिपाठी", "devanagari"],
  ["محمد عبدالله", "arabic"],
  ["محمد علی Khan", "arabic"],
  ["Zia محمد (پہلا) Khan", "arabic"],
  ["مُحَمَّد إِبْرَاهِيم", "arabic"],
  ["李明", "sc"],
  ["歐陽 喆 Wei", "sc"],
  ["రవి रवि", "devanagari", "telugu"],
];

/** Marks above one letter stand in the order they are drawn in. */
const inOrder = (text: string) => text.replaceAll("\n", "").normalize("NFC");

describe("a name on a certificate", () => {
  it.each(NAMES)("in other letters is drawn, found and copied: %s", async (holderName, ...scripts) => {
    const pdf = await renderCertificate({ ...FACTS, holderName }, fonts);
    const { text } = await readPdf(pdf);
    expect(inOrder(text)).toContain(inOrder(holderName));
    expect(text).not.toContain("A box stands");
    expect(canDraw(holderName)).toBe(true);
    expect([...new Set(read.map(({ name }) => /^noto-sans-([a-z]+)/.exec(name)?.[1]))].sort()).toEqual(
      [...scripts].sort(),
    );
    expect(pdf.byteLength).toBeLessThan(60_000);
  });

  it("in other letters has the same bytes each time", async () => {
    const facts = { ...FACTS, holderName: "రవి محمد" };
    expect(await renderCertificate(facts, fonts)).toEqual(await renderCertificate(facts, fonts));
  });

  it.each(["Asha Śarmā-O’Brien", "Nguyễn Thị Hồng Đức", "Александр Γιώργος"])(
    "in ours reads no other font: %s",
    async (holderName) => {
      await renderCertificate({ ...FACTS, holderName }, fonts);
      expect(read).toEqual([]);
    },
  );

  it("in Chinese reads some kilobytes and not ten megabytes", async () => {
    await facesFor("李明 歐陽 喆");
    const sizes = read.map(({ bytes }) => bytes);
    expect(sizes.length).toBeLessThanOrEqual(5);
    expect(Math.max(...sizes)).toBeLessThan(60_000);
  });

  it("is no certificate with boxes because a font could not be read", async () => {
    const broken = () => Promise.reject(new Error("storage is away"));
    await expect(renderCertificate({ ...FACTS, holderName: "ரவி" }, broken)).rejects.toThrow("storage is away");
    await expect(renderCertificate({ ...FACTS, holderName: "ரவி" }, storedFonts(env.CERTIFICATES))).rejects.toThrow(
      "is not in the bucket",
    );
    await env.CERTIFICATES.put(PACK_KEY, packBytes);
    const pdf = await renderCertificate({ ...FACTS, holderName: "ரவி" }, storedFonts(env.CERTIFICATES));
    expect(pdf).toEqual(await renderCertificate({ ...FACTS, holderName: "ரவி" }, testFonts));
  });

  it("keeps every letter of Arabic over several lines", async () => {
    const holderName = "محمد عبدالله ".repeat(12).trim();
    const { text } = await readPdf(await renderCertificate({ ...FACTS, holderName }, fonts));
    expect(text.replaceAll(/\s/g, "")).toContain(holderName.replaceAll(" ", ""));
  });
});

/** Every three letters that can follow each other in a printed code, in one text. */
function everyThree(letters: string): string {
  let text = "";
  for (const one of letters) for (const two of letters) for (const three of letters) text += one + two + three;
  return text;
}

describe("a code", () => {
  it("is drawn letter by letter as it is: no ligature and no substitute, whatever stands beside it", async () => {
    const faces = await facesFor("");
    const typed = everyThree(`${CODE_LETTERS}-`);
    const [run, ...more] = splitRuns(typed, "text", faces);
    expect([run?.face, run?.text, more]).toEqual([faces.text, typed, []]);
    const { shaped, features } = faces.text;
    const plain = [...typed].map((letter) => shaped.glyphForCodePoint(letter.codePointAt(0) ?? 0)?.id);
    expect(shaped.layout(typed, features).glyphs.map(({ id }) => id)).toEqual(plain);
  });

  it("is copied from the document as it is registered, in groups", async () => {
    for (const code of ["7kq2ffa4p9trffgg", newCertificateCode(), newCertificateCode()]) {
      const facts = { ...FACTS, code, verifyUrl: `https://dunnage.example/verify/${groupCode(code)}` };
      const { text } = await readPdf(await renderCertificate(facts, fonts));
      const printed = text.split("\n").filter((line) => readCode(line.split("/").at(-1)) === code);
      expect(printed).toEqual([groupCode(code), facts.verifyUrl]);
    }
  });
});

describe("what is drawn", () => {
  const levelsOf = async (text: string) =>
    splitRuns(text, "text", await facesFor(text)).map(({ text: drawn, level }) => `${level}:${drawn}`);

  it("runs the way its letters do, whichever came first", async () => {
    expect(await levelsOf("Khan محمد")).toEqual(["0:Khan ", "1:محمد"]);
    expect(await levelsOf("محمد Khan")).toEqual(["1:محمد ", "2:Khan"]);
    expect(await levelsOf("محمد 12")).toEqual(["1:محمد ", "2:12"]);
  });

  it("turns brackets around with the text they enclose", async () => {
    expect((await levelsOf("محمد (پہلا)")).join("|")).toContain("1:)|1:پہلا|1:(");
  });

  it("is what is registered, where the typeface would draw a sign of its own", async () => {
    const { text, display } = await facesFor("");
    for (const { shaped, features } of [text, display])
      for (const typed of ["3x4", "->", "5x"]) {
        const plain = [...typed].map((letter) => shaped.glyphForCodePoint(letter.codePointAt(0) ?? 0)?.id);
        expect(shaped.layout(typed, features).glyphs.map(({ id }) => id)).toEqual(plain);
      }
    expect(text.shaped.layout("3x4").glyphs[1]?.id).not.toBe(text.shaped.glyphForCodePoint(120)?.id);
  });
});

it("the pack is named by its hash, and each font in it begins where the last one ends", async () => {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", packBytes));
  const start = [...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  expect(PACK_KEY).toBe(`fonts/${start}.pack`);
  let end = 0;
  for (const line of PACKED_FONTS) {
    const [, offset, length] = line.split(" ").map(Number);
    expect(offset, line.slice(0, 40)).toBe(end);
    expect(new TextDecoder().decode(packBytes.slice(end, end + 4))).toBe("wOFF");
    end += length ?? 0;
  }
  expect(end).toBe(packBytes.byteLength);
});

describe("the list of letters we can draw", () => {
  it("is exactly what the faces have", async () => {
    const { text, display } = await facesFor("");
    const own = new Set([...text.shaped.characterSet, ...display.shaped.characterSet]);
    const others = PACKED_FONTS.flatMap((line) =>
      (line.split(" ")[3] ?? "").split(",").map((range) => range.split("-").map((part) => Number.parseInt(part, 16))),
    );
    const wrong: string[] = [];
    const has = new Set(own);
    for (const [first = 0, last = first] of others) for (let letter = first; letter <= last; letter++) has.add(letter);
    for (let letter = 0x21; letter < 0x10000; letter++) {
      const one = String.fromCharCode(letter);
      if (letter >= 0xd800 && letter <= 0xdfff) continue;
      // Never drawn, or drawn as what they are another spelling of.
      if (/[\s\p{Default_Ignorable_Code_Point}]/u.test(one) || one.normalize("NFC") !== one) continue;
      if (canDraw(one) !== has.has(letter)) wrong.push(letter.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it.each(["รวี", "אברהם", "김철수", "ნინო", "Asha 😀", "ኃይለ"])("lacks %s", (name) => {
    expect(canDraw(name)).toBe(false);
  });
});
