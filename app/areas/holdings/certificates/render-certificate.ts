import { type Color, PageSizes, type PDFPage } from "@cantoo/pdf-lib";
import type { CaskKind, CaskType } from "~/domain/cask-shape";
import type { CertificateFacts } from "./issue-certificate";
import {
  colors,
  drawMark,
  drawQr,
  drawStakeInCask,
  linkTo,
  panel,
  rule,
} from "~/areas/holdings/papers/certificate-marks";
import {
  type Face,
  type Fit,
  fitText,
  loadFace,
  setLine,
  startPdf,
  type TextStyle,
  widthOf,
} from "~/areas/holdings/papers/set-text";
import { formatDate } from "~/domain/calendar-date";
import { groupCode } from "~/domain/certificate-code";
import { formatUsd } from "~/domain/money";
import { kindNames } from "~/content/casks";
import { company, companyFooter } from "~/content/company";

type CertificateWords = ReturnType<typeof wordsOf>;

function wordsOf(facts: CertificateFacts) {
  return {
    title: "Certificate of Ownership",
    lead: `One stake in a single cask in bond, as entered in the register of ${company.legalName}.`,
    holder: {
      label: "Held by",
      value: facts.holderName,
      detail: facts.transliterated ? "In Latin letters, as the holder writes the name." : null,
    },
    cask: { label: "Cask", value: facts.caskName, detail: `${kindNames[facts.caskKind]}, ${facts.distillery}` },
    stake: `Stake ${facts.stakeNumber} of ${facts.totalStakes}`,
    rows: [
      { label: "Cask number", value: facts.caskNumber ?? "not recorded" },
      { label: "Bought on", value: formatDate(facts.purchasedOn) },
      { label: "Amount paid", value: `${formatUsd(facts.amountCents)} (US dollars)` },
      { label: "Warehouse", value: facts.warehouse },
      { label: "Certificate code", value: groupCode(facts.code) },
      { label: "Issued on", value: formatDate(facts.issuedOn) },
      {
        label: "Audit code",
        value: `${facts.registerMark}, listed each day at ${facts.auditUrl.replace(/^https?:\/\//, "")}`,
        href: facts.auditUrl,
      },
    ],
    check: "Check this certificate",
    checkHow: "Scan the code or open the address. The page says whether this certificate is valid today.",
    proves: "It proves that on the day of issue our register showed the holder as the owner of this stake.",
    provesNot:
      "It does not prove that the stake is still held today, what it is worth, or that any return will be paid, and " +
      "giving it to someone does not transfer the stake.",
  };
}

const LEFT = 56;
const RIGHT = PageSizes.A4[0] - 56;
const WIDTH = RIGHT - LEFT;
const PANEL = { x: RIGHT - 172, top: 664, width: 172, height: 244 };
const NAMES_TOP = PANEL.top;
const CAPITALS = 0.73;
const NAME: Fit = {
  steps: [
    { size: 24, lines: 1 },
    { size: 21, lines: 2 },
    { size: 18, lines: 2 },
    { size: 16, lines: 3 },
    { size: 14, lines: 3 },
    { size: 12, lines: 4, breakWords: true },
    { size: 10, lines: 6, breakWords: true },
    { size: 8, lines: 12, breakWords: true },
  ],
  width: PANEL.x - LEFT - 28,
};

const usualType: Record<CaskKind, CaskType> = { whisky: "hogshead", wine: "barrique", rum: "rum-barrel" };

type Sheet = { page: PDFPage; face: Face };

export async function renderCertificate(facts: CertificateFacts): Promise<Uint8Array> {
  const words = wordsOf(facts);
  const title = `${words.title}: ${words.cask.value}, ${words.stake.toLowerCase()}`;
  const { pdf, page } = await startPdf(title, facts.issuedOn);
  const sheet = { page, face: await loadFace(pdf, page) };
  drawHead(sheet, words);
  const namesEnd = drawNames(sheet, words);
  drawStake(sheet, words, facts);
  const rowsEnd = drawRows(sheet, words, Math.min(namesEnd, PANEL.top - PANEL.height) - 22);
  drawCheck(sheet, words, facts.verifyUrl, Math.min(rowsEnd - 22, 236));
  text(sheet, companyFooter, LEFT, 44, { size: 7.5, color: colors.muted });
  return pdf.save({ addDefaultPage: false });
}

function drawHead(sheet: Sheet, words: CertificateWords) {
  drawMark(sheet.page, LEFT, 783);
  text(sheet, company.brand, LEFT + 26, 778, { size: 15, color: colors.peat });
  rule(sheet.page, LEFT, 760, WIDTH);
  text(sheet, words.title, LEFT, 714, { size: 32, color: colors.peat });
  text(sheet, words.lead, LEFT, 690, { size: 10, color: colors.muted });
}

function drawStake({ page, face }: Sheet, words: CertificateWords, facts: CertificateFacts) {
  const { x, top, width, height } = PANEL;
  panel(page, PANEL);
  const caskType = facts.caskType ?? usualType[facts.caskKind];
  const number = String(facts.stakeNumber);
  const box = { x: x + 12, top: top - 18, width: 140, height: 168 };
  const label = { size: 8, color: colors.copper };
  const labelX = RIGHT - 6 - widthOf(face, number, label);
  const y = drawStakeInCask(page, box, caskType, facts, labelX - 3);
  setLine(page, face, number, labelX, y - 2.9, label);
  const steps = [17, 14, 12, 10].map((size) => ({ size, lines: 1 }));
  const caption = fitText(face, words.stake, { steps, width: width - 20 });
  const style = { size: caption.size, color: colors.copper };
  for (const line of caption.lines) {
    const indent = (width - widthOf(face, line, caption)) / 2;
    setLine(page, face, line, x + indent, top - height + 24, style);
  }
}

function drawNames(sheet: Sheet, words: CertificateWords): number {
  const label: TextStyle = { size: 9, color: colors.muted };
  text(sheet, words.holder.label, LEFT, NAMES_TOP - CAPITALS * 9, label);
  const detail: Fit = { steps: [{ size: 10, lines: 3 }], width: NAME.width };
  let holderEnd = paragraph(sheet, words.holder.value, LEFT, NAMES_TOP - 12, NAME, 1.2);
  if (words.holder.detail)
    holderEnd = paragraph(sheet, words.holder.detail, LEFT, holderEnd - 6, detail, 1.4, colors.muted);
  text(sheet, words.cask.label, LEFT, holderEnd - 34, label);
  const caskEnd = paragraph(sheet, words.cask.value, LEFT, holderEnd - 39, NAME, 1.2);
  return paragraph(sheet, words.cask.detail, LEFT, caskEnd - 6, detail, 1.4, colors.muted);
}

function drawRows(sheet: Sheet, words: CertificateWords, top: number): number {
  const valueX = LEFT + 132;
  const fit: Fit = { steps: [10.5, 9.5].map((size) => ({ size, lines: 1 })), width: RIGHT - valueX };
  let y = top;
  rule(sheet.page, LEFT, y, WIDTH);
  for (const row of words.rows) {
    text(sheet, row.label, LEFT, y - 14.6, { size: 9, color: colors.muted });
    const end = paragraph(sheet, row.value, valueX, y - 4.6, fit, 1.35);
    const box = { x: valueX, top: y, width: fit.width, height: y - end };
    if (row.href !== undefined) linkTo(sheet.page, box, row.href);
    y = end - 6.4;
    rule(sheet.page, LEFT, y, WIDTH);
  }
  return y;
}

function drawCheck(sheet: Sheet, words: CertificateWords, verifyUrl: string, top: number) {
  const qr = { x: LEFT - 10, top, width: 120, height: 120 };
  const x = qr.x + qr.width + 14;
  const width = RIGHT - x;
  text(sheet, words.check, x, top - 22, { size: 14, color: colors.peat });
  drawQr(sheet.page, verifyUrl, qr);
  linkTo(sheet.page, qr, verifyUrl);
  const address: Fit = { steps: [10, 9, 8].map((size) => ({ size, lines: 1 })), width };
  const small: Fit = { steps: [{ size: 8.5, lines: 4 }], width };
  let y = paragraph(sheet, words.checkHow, x, top - 29, small, 1.4, colors.muted);
  const addressEnd = paragraph(sheet, verifyUrl, x, y - 3, address, 1.4, colors.copper);
  linkTo(sheet.page, { x, top: y - 3, width, height: y - 3 - addressEnd }, verifyUrl);
  y = paragraph(sheet, words.proves, x, addressEnd - 7, small, 1.4);
  paragraph(sheet, words.provesNot, x, y - 3, small, 1.4);
}

function text({ page, face }: Sheet, words: string, x: number, y: number, style: TextStyle) {
  setLine(page, face, words, x, y, style);
}

function paragraph(
  { page, face }: Sheet,
  words: string,
  x: number,
  top: number,
  fit: Fit,
  leading: number,
  color: Color = colors.peat,
): number {
  const { lines, size } = fitText(face, words, fit);
  lines.forEach((line, i) => setLine(page, face, line, x, top - size - i * size * leading, { size, color }));
  return top - lines.length * size * leading;
}
