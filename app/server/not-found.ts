/** Also for things of other users: a viewer who may not see a thing must not learn that it exists. */
export function notFound(): Response {
  return new Response(null, { status: 404, statusText: "Not Found" });
}
