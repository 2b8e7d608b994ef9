// Every answer of the API is JSON. A problem says in words what is wrong and, where it applies, in which field.

/** A `ticket` that is sent again after Retry-After is the caller's turn. */
export type Problem = { status: false; message: string; field?: string; ticket?: string };
type More = { field?: string; ticket?: string; headers?: HeadersInit };

export const done = (message: string) => ({ status: true, message });

export function answer(body: object): Response {
  return Response.json(body, { headers: { "Cache-Control": "no-store" } });
}

export function problem(status: number, message: string, { field, ticket, headers }: More = {}): Response {
  const all = new Headers(headers);
  all.set("Cache-Control", "no-store");
  const told: Problem = { status: false, message, ...(field && { field }), ...(ticket && { ticket }) };
  return Response.json(told, { status, headers: all });
}

/** Reports the first field error; `otherwise` is the message when no field is to blame. */
export function fieldProblem(errors: Partial<Record<string, string>>, otherwise: string): Response {
  const [field, message] = Object.entries(errors)[0] ?? [];
  return problem(400, message ?? otherwise, { field });
}
