import type { MyData } from "~/areas/holdings/read-my-data";
import { hasSameTag } from "./entity-tag";
import { notFound } from "./not-found";

const FOREVER = "public, max-age=31536000, immutable";
const SOON = "public, max-age=60, must-revalidate";
const JSON_TYPE = "application/json; charset=utf-8";

/** @throws a 404 if there is no such file */
export function publishedFile(
  request: Request,
  file: R2ObjectBody | null | undefined,
  { lasting, type = JSON_TYPE }: { lasting: boolean; type?: string },
) {
  if (!file) throw notFound();
  const headers = {
    ETag: file.httpEtag,
    "Cache-Control": lasting ? FOREVER : SOON,
    "Access-Control-Allow-Origin": "*",
  };
  if (hasSameTag(request, file.httpEtag)) return new Response(null, { status: 304, headers });
  return new Response(file.body, { headers: { ...headers, "Content-Type": type } });
}

/** For its owner to keep, in a form that people can read too. */
export const keptFile = (content: object, name: string) =>
  new Response(`${JSON.stringify(content, null, 1)}\n`, {
    headers: {
      "Content-Type": JSON_TYPE,
      "Content-Disposition": `attachment; filename="${name}.json"`,
      "Cache-Control": "private, no-store",
    },
  });

export const dataFile = ({ nowMs, parts }: MyData, name: string): Response =>
  keptFile(parts, `dunnage-${name}-${new Date(nowMs).toISOString().slice(0, 10)}`);
