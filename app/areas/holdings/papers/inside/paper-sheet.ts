import { type Color, type PDFDocument, type PDFPage, PageSizes } from "@cantoo/pdf-lib";
import { colors, drawMark, rule } from "~/areas/holdings/certificates/inside/certificate-marks";
import { type Face, fitText, setLine, useFace, widthOf } from "~/areas/holdings/certificates/inside/set-text";

export const LEFT = 56;
export const RIGHT = PageSizes.A4[0] - 56;
export const WIDTH = RIGHT - LEFT;
const TOP = 786;
const BOTTOM = 72;

export type Style = { size: number; color?: Color; leading?: number };

/** Where to write: from the top of a page down, and on to the next page when one is full. */
export class PaperSheet {
  readonly pages: PDFPage[];
  y = TOP;

  constructor(
    readonly pdf: PDFDocument,
    first: PDFPage,
    readonly face: Face,
    /** At the head of each further page, so that a loose one says what it belongs to. */
    readonly running: { brand: string; title: string; lead: string },
  ) {
    this.pages = [first];
  }

  get page(): PDFPage {
    return this.pages[this.pages.length - 1] as PDFPage;
  }

  /** Begins a new page unless this one has so much room left. @returns whether it did */
  need(height: number): boolean {
    if (this.y - height >= BOTTOM) return false;
    const page = this.pdf.addPage(PageSizes.A4);
    useFace(page, this.face);
    this.pages.push(page);
    drawMark(page, LEFT, TOP - 4);
    this.at(this.running.brand, LEFT + 26, TOP - 8, { size: 12 });
    this.right(`${this.running.title}, ${this.running.lead}`, RIGHT, TOP - 8, { size: 9, color: colors.muted });
    rule(page, LEFT, TOP - 22, WIDTH);
    this.y = TOP - 44;
    return true;
  }

  /** One line at a place of the present page. */
  at(text: string, x: number, y: number, { size, color = colors.peat }: Style): void {
    setLine(this.page, this.face, text, x, y, { size, color });
  }

  /** One line that ends at `x`. */
  right(text: string, x: number, y: number, style: Style): void {
    this.at(text, x - widthOf(this.face, text, style), y, style);
  }

  /** A text over as many lines as it takes, a page break between any two. */
  paragraph(text: string, style: Style): void {
    const { size, color = colors.peat, leading = 1.45 } = style;
    for (const line of this.lines(text, WIDTH, style)) {
      this.need(size * leading);
      this.at(line, LEFT, this.y - size, { size, color });
      this.y -= size * leading;
    }
  }

  lines(text: string, width: number, { size }: Style): string[] {
    const steps = [{ size, lines: 1 }];
    return text.split("\n").flatMap((part) => fitText(this.face, part, { steps, width }).lines);
  }
}
