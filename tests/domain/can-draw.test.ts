import { expect, it } from "vitest";
import { canDraw } from "~/domain/can-draw";

it.each([
  ["Zoë Łódźska", true],
  ["Жанна Ωmega", true],
  ["中あ", true],
  ["", true],
  // Nothing is seen of them: a space, a zero-width joiner, one at the very end of what there is.
  [" \u200d\u{e0fff}", true],
  ["a🥃", false],
  ["ไ", false],
  ["אa", false],
  ["\u{10ffff}", false],
])("our faces have every letter of %j: %s", (text, has) => {
  expect(canDraw(text)).toBe(has);
});
