import type { Sealer } from "~/core/sealer";

/** Seals nothing, at once: real encryption ends in its own time, and no run would be like another. */
export const fakeSealer: Sealer = {
  seal: (text) => Promise.resolve({ sealed: `sealed:${text}`, keyId: "k1" }),
  open: ({ sealed }) => Promise.resolve(sealed.slice("sealed:".length)),
  marks: (text) => Promise.resolve([`mark:${text}`]),
};
