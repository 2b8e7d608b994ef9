// No clock, no random id: the same words have the same bytes.
import { type Color, PageSizes, type PDFDocument, type PDFPage } from "@cantoo/pdf-lib";
import { colors, drawMark, panel, rule } from "~/areas/holdings/papers/certificate-marks";
import { type Face, fitText, loadFace, setLine, startPdf, useFace, widthOf } from "~/areas/holdings/papers/set-text";
import { company, companyFooter } from "~/content/company";
import type { Paper, PaperSection, PaperTable } from "./paper";

const LEFT = 56;
const RIGHT = PageSizes.A4[0] - 56;
const WIDTH = RIGHT - LEFT;
const TOP = 786;
const BOTTOM = 72;

type Style = { size: number; color?: Color; leading?: number };

class PaperSheet {
  readonly pages: PDFPage[];
  y = TOP;

  constructor(
    readonly pdf: PDFDocument,
    first: PDFPage,
    readonly face: Face,
    readonly running: { title: string; lead: string },
  ) {
    this.pages = [first];
  }

  get page(): PDFPage {
    return this.pages[this.pages.length - 1] as PDFPage;
  }

  need(height: number): boolean {
    if (this.y - height >= BOTTOM) return false;
    const page = this.pdf.addPage(PageSizes.A4);
    useFace(page, this.face);
    this.pages.push(page);
    drawMark(page, LEFT, TOP - 4);
    this.at(company.brand, LEFT + 26, TOP - 8, { size: 12 });
    this.right(`${this.running.title}, ${this.running.lead}`, RIGHT, TOP - 8, { size: 9, color: colors.muted });
    rule(page, LEFT, TOP - 22, WIDTH);
    this.y = TOP - 44;
    return true;
  }

  at(text: string, x: number, y: number, { size, color = colors.peat }: Style): void {
    if (text !== "") setLine(this.page, this.face, text, x, y, { size, color });
  }

  right(text: string, x: number, y: number, style: Style): void {
    this.at(text, x - widthOf(this.face, text, style), y, style);
  }

  paragraph(text: string, style: Style): void {
    const { size, leading = 1.45 } = style;
    for (const line of this.lines(text, WIDTH, style)) {
      this.need(size * leading);
      this.at(line, LEFT, this.y - size, style);
      this.y -= size * leading;
    }
  }

  lines(text: string, width: number, { size }: Style): string[] {
    const steps = [{ size, lines: 1 }];
    // The space is read and copied between two lines.
    return text
      .replaceAll("\n", " \n")
      .split("\n")
      .flatMap((part) => fitText(this.face, part, { steps, width }).lines);
  }
}

const CELL = { size: 8.5, leading: 1.4 };
const GAP = 8;

export async function renderPaper(paper: Paper): Promise<Uint8Array> {
  const { pdf, page } = await startPdf(`${paper.title}: ${paper.lead}`, paper.madeOn);
  const sheet = new PaperSheet(pdf, page, await loadFace(pdf, page, { tabular: true }), paper);
  drawHead(sheet, paper);
  for (const section of paper.sections) await drawSection(sheet, section);
  drawFooters(sheet);
  return pdf.save({ addDefaultPage: false });
}

function drawHead(sheet: PaperSheet, { title, lead, about }: Paper) {
  drawMark(sheet.page, LEFT, 783);
  sheet.at(company.brand, LEFT + 26, 778, { size: 15 });
  rule(sheet.page, LEFT, 760, WIDTH);
  sheet.y = 744;
  sheet.paragraph(title, { size: 26, leading: 1.25 });
  sheet.y -= 5;
  sheet.paragraph(lead, { size: 10, color: colors.muted });
  sheet.y -= 12;
  for (const { label, value } of about) {
    const lines = sheet.lines(value, WIDTH - 132, { size: 10 });
    sheet.at(label, LEFT, sheet.y - 10, { size: 9, color: colors.muted });
    for (const line of lines) {
      sheet.at(line, LEFT + 132, sheet.y - 10, { size: 10 });
      sheet.y -= 15;
    }
    sheet.y -= 3;
  }
}

async function drawSection(sheet: PaperSheet, { title, texts = [], table, notes = [] }: PaperSection) {
  sheet.y -= 16;
  sheet.need(84);
  sheet.paragraph(title, { size: 15, leading: 1.5 });
  for (const text of texts) sheet.paragraph(text, { size: 9.5 });
  if (table) await drawTable(sheet, table);
  if (notes.length > 0) sheet.y -= 4;
  for (const note of notes) sheet.paragraph(note, { size: 8.5, color: colors.muted });
}

/** Other requests are answered between two pages: a long document takes two seconds of processor time. */
const breathe = () => new Promise((resolve) => setTimeout(resolve, 0));

async function drawTable(sheet: PaperSheet, table: PaperTable) {
  sheet.y -= 6;
  drawColumnHeads(sheet, table);
  const { rows, sum } = table;
  for (const [at, row] of rows.entries()) {
    const below = sum && at === rows.length - 1 ? heightOf(sheet, table, sum) : 0;
    if (drawRow(sheet, table, row, { below })) await breathe();
  }
  if (sum) drawRow(sheet, table, sum, { isSum: true });
}

function drawColumnHeads(sheet: PaperSheet, table: PaperTable) {
  const heads = table.columns.map(({ label }) => label);
  drawCells(sheet, table, heads, colors.muted);
  rule(sheet.page, LEFT, sheet.y, WIDTH, colors.peat);
}

const PADDING = 8;

const heightOf = (sheet: PaperSheet, table: PaperTable, row: readonly string[]) =>
  Math.max(...row.map((text, i) => sheet.lines(text, widthAt(table, i), CELL).length)) * CELL.size * CELL.leading +
  PADDING;

function drawRow(sheet: PaperSheet, table: PaperTable, row: readonly string[], { below = 0, isSum = false }) {
  const height = heightOf(sheet, table, row);
  const isNewPage = sheet.need(height + 1 + below);
  if (isNewPage) drawColumnHeads(sheet, table);
  if (isSum) panel(sheet.page, { x: LEFT, top: sheet.y, width: WIDTH, height });
  drawCells(sheet, table, row, colors.peat);
  rule(sheet.page, LEFT, sheet.y, WIDTH);
  return isNewPage;
}

const widthAt = ({ columns }: PaperTable, index: number) => (columns[index]?.share ?? 0) * WIDTH - GAP;

/** Cell by cell, as it is read and copied. */
function drawCells(sheet: PaperSheet, table: PaperTable, row: readonly string[], color: Color) {
  const cells = row.map((text, i) => sheet.lines(text, widthAt(table, i), CELL));
  const top = sheet.y - 4;
  const most = Math.max(...cells.map((lines) => lines.length));
  let x = LEFT;
  for (const [i, lines] of cells.entries()) {
    const { share = 0, align } = table.columns[i] ?? {};
    const end = i === cells.length - 1 ? RIGHT : x + share * WIDTH - GAP;
    const style = { size: CELL.size, color };
    for (const [at, line] of lines.entries()) {
      const y = top - CELL.size - at * CELL.size * CELL.leading;
      if (align === "right") sheet.right(line, end, y, style);
      else sheet.at(line, x, y, style);
    }
    x += share * WIDTH;
  }
  sheet.y = top - most * CELL.size * CELL.leading - 4;
}

const FOOTER = { size: 7.5 };
const PAGE_NUMBER = 60;

function drawFooters({ pages, face, pdf, running }: PaperSheet) {
  for (const [i, one] of pages.entries()) {
    const sheet = new PaperSheet(pdf, one, face, running);
    const lines = sheet.lines(companyFooter, WIDTH - PAGE_NUMBER, FOOTER);
    for (const [down, line] of lines.entries())
      sheet.at(line, LEFT, 44 - down * FOOTER.size * 1.45, { ...FOOTER, color: colors.muted });
    sheet.right(`${i + 1} of ${pages.length}`, RIGHT, 44, { ...FOOTER, color: colors.muted });
  }
}
