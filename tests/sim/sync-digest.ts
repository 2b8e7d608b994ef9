import { createHash } from "node:crypto";

/**
 * Makes digests resolve at once instead of on another thread: otherwise the machine, not the seed, would decide when
 * they do.
 * @returns a function that restores the real one
 */
export function digestAtOnce(): () => void {
  const digest = (algorithm: string | { name: string }, data: ArrayBuffer | ArrayBufferView): Promise<ArrayBuffer> => {
    const name = (typeof algorithm === "string" ? algorithm : algorithm.name).replace("-", "").toLowerCase();
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    return Promise.resolve(new Uint8Array(createHash(name).update(bytes).digest()).buffer);
  };
  Object.defineProperty(crypto.subtle, "digest", { value: digest, configurable: true });
  return () => void Reflect.deleteProperty(crypto.subtle, "digest");
}

export function hexDigest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
