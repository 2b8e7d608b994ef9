import type { Stamper } from "./port";

// A calendar server takes digests and writes one hash over all of them into the Bitcoin block chain. Its answer says how ours leads
// to it; the digest it concerns comes before it. `ots verify -d DIGEST FILE` checks such a file, `ots upgrade` completes it.

const TIMEOUT_MS = 10_000;
/** An answer is a few hundred bytes. */
const MOST_BYTES = 10_000;
/** The mark of a detached proof, its version, and that the digest is a SHA-256. */
const HEAD = new Uint8Array([
  ...new TextEncoder().encode("\0OpenTimestamps\0\0Proof\0"),
  ...[0xbf, 0x89, 0xe2, 0xe8, 0x84, 0xe8, 0x92, 0x94, 1, 8],
]);

/** @param origin of the calendar server, such as https://a.pool.opentimestamps.org */
export function createCalendarStamper({ origin, fetch: call }: { origin: string; fetch: typeof fetch }): Stamper {
  return {
    async stamp(digest) {
      const answer = await call(`${origin}/digest`, {
        method: "POST",
        headers: { Accept: "application/vnd.opentimestamps.v1", "User-Agent": "dunnage" },
        body: digest,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`the calendar answers ${answer.status}`);
      const path = new Uint8Array(await answer.arrayBuffer());
      if (path.length === 0 || path.length > MOST_BYTES)
        throw new Error(`the calendar's answer has ${path.length} bytes`);
      const file = new Uint8Array(HEAD.length + digest.length + path.length);
      file.set(HEAD);
      file.set(digest, HEAD.length);
      file.set(path, HEAD.length + digest.length);
      return file;
    },
  };
}
