// The one file of fonts that certificates read in parts, and the command that puts it where the settlement Worker looks for it.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { inRoot } from "./project.mjs";

const BUCKET = "dunnage-certificates";
const path = inRoot("workers", "settlement", "fonts", "certificate-fonts.pack");

/** Named by its hash, as scripts/take-fonts.mjs writes it into the Worker's sources. */
export function fontPack() {
  const hash = createHash("sha256").update(readFileSync(path)).digest("hex");
  return { path, key: `fonts/${hash.slice(0, 16)}.pack` };
}

export const putFonts = () => ["r2", "object", "put", `${BUCKET}/${fontPack().key}`, "--file", path];
