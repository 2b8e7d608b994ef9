// Every answer of the API is JSON; a problem says in words what is wrong, and which field it is about.

type More = { field?: string; headers?: HeadersInit };

export function answer(body: object): Response {
  return Response.json(body, { headers: { "Cache-Control": "no-store" } });
}

export function problem(status: number, message: string, { field, headers }: More = {}): Response {
  const all = new Headers(headers);
  all.set("Cache-Control", "no-store");
  return Response.json({ status: false, message, ...(field && { field }) }, { status, headers: all });
}
