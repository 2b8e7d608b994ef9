import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findCaller } from "~/server/api-caller";
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
  const caller = await findCaller(args);
  refuseForeignId(caller, args.params.id, "id");
  return readUser(args, caller);
}
