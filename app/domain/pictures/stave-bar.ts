// A return on a scale from 0 to 25 %, the same for all.

export const STAVE = { width: 311, height: 16 } as const;
/** In percent; a hoop every five. */
const END = 25;
export const HOOPS = [5, 10, 15, 20];

/** Where so many percent stand; a loss stands at the edge. */
export const staveX = (percent: number): number =>
  Math.round((Math.min(Math.max(percent, 0), END) / END) * STAVE.width * 10) / 10;
