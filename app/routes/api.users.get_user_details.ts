import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireApiSession } from "~/api/caller";
import { readOwnId } from "~/api/fields";
import { type ApiArgs, answerApi } from "~/api/dispatch";
import { readUser } from "~/api/account";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { GET: details };

async function details(args: ApiArgs): Promise<Response> {
  const session = await requireApiSession(args);
  readOwnId(session, args.request, "id");
  return readUser(args, session);
}
