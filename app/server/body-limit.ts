// No body may be larger than the largest that we expect. The entry checks it before anything parses it, so an oversized body
// costs nothing more.

const MEGABYTE = 1024 * 1024;
export const MOST_BYTES = {
  webhook: 512 * 1024,
  upload: 10 * MEGABYTE + 64 * 1024,
  table: MEGABYTE,
  other: 64 * 1024,
} as const;

const LINGER_BYTES = MEGABYTE;

export async function withinLimit(
  request: Request,
  pathname: string,
  mayUpload: () => Promise<boolean>,
): Promise<Request | null> {
  if (!request.body) return request;
  const kind = kindOf(request, pathname);
  const most = MOST_BYTES[kind === "upload" && !(await mayUpload()) ? "other" : kind];
  const stated = Number(request.headers.get("Content-Length") ?? 0);
  if (stated > most) {
    // Only a little too large: read it to the end, because a connection with unread body may not serve the next request.
    if (stated <= LINGER_BYTES) await readAtMost(request.body, LINGER_BYTES);
    return null;
  }
  const body = await readAtMost(request.body, most);
  return body && new Request(request, { body });
}

/** Documents of casks and the bank's reports come with a form of several parts. A report is as long as what anyone may send. */
function kindOf({ headers }: Request, pathname: string): keyof typeof MOST_BYTES {
  if (pathname.startsWith("/webhooks/")) return "webhook";
  const isForm = headers.get("Content-Type")?.startsWith("multipart/form-data") === true;
  if (!isForm || !headers.has("Cookie")) return "other";
  if (pathname === "/operator/bank-answers") return "table";
  return /^\/operator\/casks\/[\w-]+$/.test(pathname) ? "upload" : "other";
}

export async function readAtMost(stream: ReadableStream<Uint8Array>, most: number): Promise<Blob | null> {
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts);
    bytes += value.byteLength;
    if (bytes > most) {
      await reader.cancel();
      return null;
    }
    parts.push(new Uint8Array(value));
  }
}
