/** A tag of the text itself: the same text has the same. */
export async function tagOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `"${Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
}

/** Whether the client already has this text. */
export function hasSameTag(request: Request, tag: string): boolean {
  const asked = request.headers.get("If-None-Match") ?? "";
  return asked.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
