import * as z from "zod";

// Every answer of the API is JSON. A problem says in words what is wrong and, where it applies, in which field.

export type Problem = z.infer<typeof problemSchema>;
type More = { field?: string; ticket?: string; headers?: HeadersInit };

export const problemSchema = z
  .object({
    status: z.literal(false),
    message: z.string(),
    field: z.string().optional().meta({ description: "The field of the request it is about" }),
    ticket: z.string().optional().meta({ description: "Sent again after Retry-After, it is the caller's turn" }),
  })
  .meta({ title: "Problem" });

export const doneSchema = z.object({ status: z.literal(true), message: z.string() });

export const done = (message: string): z.infer<typeof doneSchema> => ({ status: true, message });

export const withData = <T extends z.ZodType>(data: T) => z.object({ status: z.literal(true), data });

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
