export type EvidenceType = "application/pdf" | "image/jpeg" | "image/png";

/** The first bytes of each kind of file that is taken. */
const SIGNATURES: readonly [EvidenceType, readonly number[]][] = [
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
];

/** What a file is by its content; names and what a browser says about it can be anything. null: none of these. */
export function fileTypeOf(bytes: Uint8Array): EvidenceType | null {
  return SIGNATURES.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte))?.[0] ?? null;
}
