/** Also for what belongs to someone else: who may not see a thing is not told that it exists. */
export function notFound(): Response {
  return new Response(null, { status: 404, statusText: "Not Found" });
}
