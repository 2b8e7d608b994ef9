import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { apiTexts } from "~/content/api-texts";
import { caskStakesWire } from "~/api/casks";
import { readCaskStakes } from "~/features/casks/read-cask";
import { answer, problem } from "~/api/answer";
import { requireApiSession } from "~/api/caller";
import { type ApiArgs, answerApi } from "~/api/dispatch";
import { readId } from "~/server/read-id";

export function loader(args: LoaderFunctionArgs) {
  return answerApi(args, methods);
}

export function action(args: ActionFunctionArgs) {
  return answerApi(args, methods);
}

const methods = { GET: stakes };

async function stakes(args: ApiArgs): Promise<Response> {
  const session = await requireApiSession(args);
  const { viewer, nowMs, cask, held } = await readCaskStakes(args.context, session, readId(args.params.id));
  if (!cask) return problem(404, apiTexts.notFound, { field: "id" });
  return answer({ status: true, data: caskStakesWire(cask, held, { activated: viewer.activated, nowMs }) });
}
