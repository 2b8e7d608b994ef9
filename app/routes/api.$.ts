import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiTexts } from "~/content/api-texts";
import { problem } from "~/api/answer";

const nothingHere = (_args: LoaderFunctionArgs | ActionFunctionArgs) => problem(404, apiTexts.notFound);

export const loader = nothingHere;
export const action = nothingHere;
