import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openApiDocument } from "~/api/openapi";
import { type ApiArgs, answerApi } from "~/api/dispatch";

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
