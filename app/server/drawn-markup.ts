// Markup of pages that many see alike, kept under all that it was drawn from: the same data gives the same bytes, and viewers with other
// data never get them. Only the nonce differs per response.

const MOST = 32;

type Drawn = { markup: string; nonce: string };

const kept = new Map<string, Drawn>();

/** @param from everything that the markup depends on but for the nonce. It names nobody. */
export function drawOnce(from: string, nonce: string, draw: () => string): string {
  const known = kept.get(from);
  if (known) return known.markup.replaceAll(known.nonce, nonce);
  const markup = draw();
  // The oldest goes: the page of a selling cask is redrawn with every stake.
  for (const oldest of kept.keys()) {
    if (kept.size < MOST) break;
    kept.delete(oldest);
  }
  kept.set(from, { markup, nonce });
  return markup;
}
