import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { dispatch } from "~/api/dispatch";

export const loader = (args: LoaderFunctionArgs) => dispatch(args);
export const action = (args: ActionFunctionArgs) => dispatch(args);
