import type { Faces } from "./certificate-fonts";
import { baseDirection } from "./reading-direction";
import { widthOf } from "./set-text";
import { faceFor, lettersOf, splitRuns, type Run, type Wanted } from "./split-runs";

export type FittedText = { lines: Run[][]; size: number };

/** Tried in order; the last one is used however many lines it takes. */
type Step = { size: number; lines: number; breakWords?: boolean };
export type Fit = { face: Wanted; steps: readonly Step[]; width: number };

/** Never cuts text off: a long text gets smaller and takes more lines, and a word wider than a line is broken. */
export function fitText(text: string, fit: Fit, faces: Faces): FittedText {
  const setting = { keep: faceFor(text, fit.face, faces), base: baseDirection(text) };
  const toLine = (part: string) => splitRuns(part, fit.face, faces, setting);
  const wrapAt = (size: number) => wrap(text, (part) => widthOf(toLine(part), { size }) <= fit.width);
  const fitting = fit.steps.find((step) => {
    const { lines, broken } = wrapAt(step.size);
    return lines.length <= step.lines && (!broken || step.breakWords === true);
  });
  const { size } = fitting ?? fit.steps[fit.steps.length - 1] ?? { size: 8 };
  return { lines: wrapAt(size).lines.map(toLine), size };
}

function wrap(text: string, fits: (part: string) => boolean): { lines: string[]; broken: boolean } {
  const lines: string[] = [];
  let line = "";
  let broken = false;
  for (const word of text.split(/(?<=[ \-\u2010])/)) {
    if (fits((line + word).trimEnd())) {
      line += word;
      continue;
    }
    if (line !== "") lines.push(line.trimEnd());
    const pieces = breakWord(word, fits);
    broken ||= pieces.length > 1;
    line = pieces.pop() ?? "";
    lines.push(...pieces);
  }
  return { lines: [...lines, line.trimEnd()], broken };
}

function breakWord(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word.trimEnd())) return [word];
  const pieces: string[] = [];
  let piece = "";
  for (const letter of lettersOf(word)) {
    if (piece !== "" && !fits((piece + letter).trimEnd())) {
      pieces.push(piece);
      piece = "";
    }
    piece += letter;
  }
  return [...pieces, piece];
}
