export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}

export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
}

export function notFound(): Response {
  return new Response("not found", { status: 404, headers: { "cache-control": "no-store" } });
}

export function methodNotAllowed(allowed: string): Response {
  return new Response("method not allowed", { status: 405, headers: { allow: allowed } });
}

export function bearer(request: Request): string | null {
  return /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null;
}

/** Reads UTF-8 whatever the content type says; workerd's own `text()` warns about forms. */
export async function readText(request: Request): Promise<string> {
  return new TextDecoder().decode(await request.arrayBuffer());
}

/** Undefined if the body is not JSON. */
export async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await readText(request));
  } catch {
    return undefined;
  }
}

/** Null if the body is not a form of a page. */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  const type = request.headers.get("content-type") ?? "";
  return type.startsWith("application/x-www-form-urlencoded") ? new URLSearchParams(await readText(request)) : null;
}

export function wantsJson(request: Request): boolean {
  return (request.headers.get("accept") ?? "").includes("application/json");
}
