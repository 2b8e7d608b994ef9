import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireApiSession } from "~/server/api-caller";
import { refuseForeignId } from "~/server/api-input";
import { type ApiArgs, answerApi } from "~/server/api-route";
import { readUser, updateUser } from "~/server/api-user";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { GET: details, PUT: updateUser };

async function details(args: ApiArgs): Promise<Response> {
  const session = await requireApiSession(args);
  refuseForeignId(session, args.params.id, "id");
  return readUser(args, session);
}
