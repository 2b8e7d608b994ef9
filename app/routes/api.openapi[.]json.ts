import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openApiDocument } from "~/features/api/openapi-document";
import { type ApiArgs, answerApi } from "~/server/api-route";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { GET: document };

/** Public: it tells nothing that a client may not know. */
async function document({ context }: ApiArgs): Promise<Response> {
  return Response.json(openApiDocument(context.origin), { headers: { "Cache-Control": "public, max-age=300" } });
}
