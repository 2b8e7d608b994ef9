import { createHash } from "node:crypto";

/** SHA-256 of a text's UTF-8 as hex. At once, unlike the platform's own: for chains of very many rows. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
