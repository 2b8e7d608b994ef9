import { PDFString, rgb, type Color, type PDFPage } from "@cantoo/pdf-lib";
import { encode } from "uqr";
import { drawStakeOfCask, FRAME, type CaskType } from "~/domain/cask-shape";

export const colors = {
  paper: rgb(1, 1, 1),
  barley: hex("F7F3EC"),
  peat: hex("16120E"),
  muted: hex("5C554D"),
  hairline: hex("CFC8BE"),
  copper: hex("9A4F14"),
  copperSoft: hex("F3E3D3"),
} as const;

function hex(code: string): Color {
  const part = (from: number) => Number.parseInt(code.slice(from, from + 2), 16) / 255;
  return rgb(part(0), part(2), part(4));
}

export type Box = { x: number; top: number; width: number; height: number };

export function rule(page: PDFPage, x: number, y: number, width: number, color: Color = colors.hairline) {
  page.drawLine({ start: { x, y }, end: { x: x + width, y }, thickness: 0.6, color });
}

export function panel(page: PDFPage, { x, top, width, height }: Box) {
  page.drawRectangle({ x, y: top - height, width, height, color: colors.barley });
}

export function drawMark(page: PDFPage, x: number, y: number) {
  page.drawCircle({ x: x + 9, y, size: 8, borderColor: colors.copper, borderWidth: 1.8 });
  for (const [stave, reach] of [
    [-3, 6.4],
    [0, 7.1],
    [3, 6.4],
  ] as const) {
    const at = x + 9 + stave;
    page.drawLine({
      start: { x: at, y: y - reach },
      end: { x: at, y: y + reach },
      thickness: 0.9,
      color: colors.copper,
    });
  }
  page.drawCircle({ x: x + 9, y: y - 3.9, size: 1.5, color: colors.copper });
}

type Stake = { stakeNumber: number; totalStakes: number };

export function drawStakeInCask(page: PDFPage, box: Box, caskType: CaskType, stake: Stake, reach: number): number {
  const cask = drawStakeOfCask(caskType, stake.stakeNumber, stake.totalStakes);
  const scale = Math.min(box.width / FRAME.width, box.height / FRAME.height);
  const place = { x: box.x, y: box.top, scale };
  page.drawSvgPath(cask.outline, { ...place, color: colors.copperSoft });
  page.drawSvgPath(cask.band, { ...place, color: colors.copper });
  page.drawSvgPath(cask.hoops, { ...place, borderColor: colors.peat, borderWidth: 1.1 });
  page.drawSvgPath(cask.outline, { ...place, borderColor: colors.peat, borderWidth: 1.3 });
  page.drawSvgPath(cask.head, { ...place, color: colors.copperSoft, borderColor: colors.peat, borderWidth: 1.3 });
  const bung = { x: box.x + cask.bung.x * scale, y: box.top - cask.bung.y * scale, size: 5 };
  page.drawCircle({ ...bung, color: colors.paper, borderColor: colors.peat, borderWidth: 1.4 });
  const y = box.top - cask.bandEdge.y * scale;
  const start = { x: box.x + cask.bandEdge.x * scale + 1, y };
  page.drawLine({ start, end: { x: reach, y }, thickness: 0.9, color: colors.copper });
  return y;
}

/** With the quiet zone of four modules that scanners need. */
export function drawQr(page: PDFPage, text: string, box: Box) {
  const { data, size } = encode(text, { ecc: "M", border: 0, boostEcc: false });
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? "1" : "0"))
        .join("")
        .matchAll(/1+/g),
    ].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
  );
  const quiet = 4;
  const scale = box.width / (size + 2 * quiet);
  page.drawRectangle({ x: box.x, y: box.top - box.height, width: box.width, height: box.height, color: colors.paper });
  const place = { x: box.x + quiet * scale, y: box.top - quiet * scale, scale };
  page.drawSvgPath(runs.join(""), { ...place, color: colors.peat });
}

export function linkTo(page: PDFPage, box: Box, url: string) {
  const annotation = page.doc.context.obj({
    Type: "Annot",
    Subtype: "Link",
    Rect: [box.x, box.top - box.height, box.x + box.width, box.top],
    Border: [0, 0, 0],
    Contents: PDFString.of(url),
    A: { Type: "Action", S: "URI", URI: PDFString.of(url) },
  });
  page.node.addAnnot(page.doc.context.register(annotation));
}
