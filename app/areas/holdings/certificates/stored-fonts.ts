import type { FontPack } from "./inside/find-fonts";
import { PACK_KEY } from "./inside/font-pack";

/** The pack as it lies in the bucket. What cannot be read is an error: rather no certificate yet than one with boxes. */
export function storedFonts(bucket: Pick<R2Bucket, "get">): FontPack {
  return async (offset, length) => {
    const part = await bucket.get(PACK_KEY, { range: { offset, length } });
    if (!part) throw new Error(`${PACK_KEY} is not in the bucket: a deploy puts it there`);
    return part.arrayBuffer();
  };
}
