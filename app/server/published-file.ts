import { hasSameTag } from "./entity-tag";

const FOREVER = "public, max-age=31536000, immutable";
const SOON = "public, max-age=60, must-revalidate";

export function publishedFile(
  request: Request,
  file: R2ObjectBody,
  { lasting, type }: { lasting: boolean; type: string },
) {
  const headers = {
    ETag: file.httpEtag,
    "Cache-Control": lasting ? FOREVER : SOON,
    "Access-Control-Allow-Origin": "*",
  };
  if (hasSameTag(request, file.httpEtag)) return new Response(null, { status: 304, headers });
  return new Response(file.body, { headers: { ...headers, "Content-Type": type } });
}

export const JSON_TYPE = "application/json; charset=utf-8";
