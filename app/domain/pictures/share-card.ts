import { type CaskType, drawCask, FRAME } from "../cask-shape";

// The picture of a cask that is sent to others: a square of 360 units, made of nothing but paths and lines of text, which a script
// can draw on a canvas as they stand.

export const CARD = { size: 360, left: 24, middle: 180 } as const;

const CASK_HEIGHT = 168;
const CASK_TOP = 22;
/** What a letter of Besley and of the system's letters takes of its size at the most, on average of a line. */
const LETTER = { display: 0.6, plain: 0.56 } as const;
const WIDTH = CARD.size - 2 * CARD.left;

export type CardLine = { text: string; y: number; size: number };

export type ShareCard = {
  transform: string;
  outline: string;
  hoops: string;
  head: string;
  bung: string;
  name: CardLine[];
  origin: CardLine[];
  risk: CardLine[];
};

/** No level is drawn: how much of a cask is sold is for its investors. */
export function drawShareCard(caskType: CaskType, words: { name: string; origin: string; risk: string }): ShareCard {
  const { outline, hoops, head, bung, tightFrame } = drawCask(caskType, null);
  const scale = Math.round((CASK_HEIGHT / tightFrame.height) * 1000) / 1000;
  const nameSize = words.name.length > 48 ? 20 : 26;
  const names = breakText(words.name, { letters: lettersOf(nameSize, "display"), most: 2 });
  const origins = breakText(words.origin, { letters: lettersOf(15, "plain"), most: 2 });
  const risks = breakText(words.risk, { letters: lettersOf(12, "plain"), most: 3 });
  const nameTop = CASK_TOP + CASK_HEIGHT + 34;
  const name = lines(names, { top: nameTop, size: nameSize, step: nameSize + 4 });
  const origin = lines(origins, { top: (name.at(-1)?.y ?? nameTop) + 24, size: 15, step: 19 });
  const risk = lines(risks, { top: CARD.size - 18 - (risks.length - 1) * 16, size: 12, step: 16 });
  return {
    transform: `translate(${CARD.middle - (FRAME.width / 2) * scale} ${Math.round(CASK_TOP - tightFrame.y * scale)}) scale(${scale})`,
    outline,
    hoops,
    head,
    bung: `M${bung.x - 4} ${bung.y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z`,
    name,
    origin,
    risk,
  };
}

const lettersOf = (size: number, face: keyof typeof LETTER) => Math.floor(WIDTH / (size * LETTER[face]));

function lines(texts: string[], { top, size, step }: { top: number; size: number; step: number }): CardLine[] {
  return texts.map((text, index) => ({ text, y: top + index * step, size }));
}

/** In lines of at most this many letters, broken between words where possible; what does not fit ends with '…'. */
function breakText(text: string, { letters, most }: { letters: number; most: number }): string[] {
  const found: string[] = [];
  let rest = text.trim();
  while ([...rest].length > letters && found.length < most - 1) {
    const start = [...rest].slice(0, letters + 1).join("");
    const at = start.lastIndexOf(" ");
    const line = at > 0 ? start.slice(0, at) : [...rest].slice(0, letters).join("");
    found.push(line);
    rest = rest.slice(line.length).trim();
  }
  const last = [...rest];
  return [
    ...found,
    last.length > letters
      ? `${last
          .slice(0, letters - 1)
          .join("")
          .trim()}…`
      : rest,
  ];
}
