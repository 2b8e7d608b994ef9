import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireApiSession } from "~/api/caller";
import { refuseForeignId } from "~/api/fields";
import { type ApiArgs, answerApi } from "~/api/dispatch";
import { readUser, updateUser } from "~/api/account";

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
