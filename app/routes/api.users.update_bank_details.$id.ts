import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { updateBankDetails } from "~/api/bank-details";
import { answerApi } from "~/api/dispatch";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { PUT: updateBankDetails };
