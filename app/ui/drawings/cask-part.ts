import { type CaskType, FRAME, halfWidthAt, heightAt, partBetween, proportionsOf } from "~/domain/cask-shape";

// Parts of a cask for drawings larger than the gauge, in the gauge's units. Levels run from 0, the bottom, to 1, the top.

const MIDDLE = FRAME.width / 2;
const HEAD_SAG = 4;
const round = (value: number) => Math.round(value * 10) / 10;

/** What is filled between two levels. */
export const partOf = (caskType: CaskType, from: number, to: number) => partBetween(proportionsOf[caskType], from, to);

/** A point on the right-hand stave. */
export function edgeAt(caskType: CaskType, level: number): { x: number; y: number } {
  const shape = proportionsOf[caskType];
  return { x: MIDDLE + halfWidthAt(shape, level), y: heightAt(shape, level) };
}

/** The upper head, seen a little from above. */
export function headOf(caskType: CaskType): string {
  const { x, y } = edgeAt(caskType, 1);
  const [left, right, top] = [round(2 * MIDDLE - x), round(x), round(y)];
  return `M${left} ${top}Q${MIDDLE} ${top - HEAD_SAG} ${right} ${top}Q${MIDDLE} ${top + HEAD_SAG} ${left} ${top}Z`;
}
