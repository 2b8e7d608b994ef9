import type { FontPack } from "~/areas/holdings/certificates/inside/find-fonts";
import pack from "../../../../../workers/settlement/fonts/certificate-fonts.pack";

/** The pack as a deploy puts it into the bucket. */
export const packBytes: ArrayBuffer = pack;

export const testFonts: FontPack = async (offset, length) => pack.slice(offset, offset + length);
