import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { caskTexts } from "~/content/casks";
import { sectionHref } from "~/content/console-sections";
import { sectionTitles } from "~/content/console-texts";
import { described } from "~/content/page-titles";
import { dateOf } from "~/domain/calendar-date";
import { confirmedAge, confirmedIn } from "~/domain/confirmed";
import { caskPictures } from "~/areas/casks/cask-pictures";
import { caskView } from "~/areas/casks/cask-view";
import { CASK_VIEWS, readCaskPage } from "~/areas/console/cask-page";
import { frameProps } from "~/server/console-frame";
import { openConsole, readThing } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { savedAt } from "~/server/saved-at";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { sendCaskForm } from "./action";
import { CaskAdminScreen } from "./screen";

export const handle: PageHandle = { console: true };

export const meta: MetaFunction<typeof loader> = ({ data }) => described(data?.page.cask.name ?? sectionTitles.casks);

const LOOK_AGAIN_S = 5;

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const caskId = readId(params.id);
  const fields = Object.fromEntries(new URL(args.request.url).searchParams);
  const view = CASK_VIEWS.find((one) => one === fields.view) ?? "cask";
  const { frame, viewer, result } = await readThing(args, "casks", (access) =>
    readCaskPage(context.db, access, { caskId, view, fields }),
  );
  const { cask, exit, valueRecord: record } = result;
  const asInvestor = { activated: true, nowMs: frame.nowMs };
  const isCrediting = view === "sell" && exit?.state === "confirmed";
  return json({
    frame: frameProps(frame),
    view,
    fields,
    viewerId: viewer.id,
    record,
    page: result,
    seen: {
      cask: {
        ...caskView(cask, asInvestor),
        information: cask.distilleryInformation,
        warehouse: cask.warehouse,
        sold: cask.endedOn !== null && exit ? caskTexts.soldOn(cask.endedOn, exit.netPerStakeCents) : null,
        offeredWithout: caskTexts.offeredWithout(cask),
        confirmed: cask.endedOn === null ? confirmedAge(confirmedIn(result.documents), dateOf(frame.nowMs)) : null,
      },
      pictures: caskPictures(cask, asInvestor),
    },
    // One per form, so that submitting it twice creates one.
    newId: context.newId("new").slice("new_".length),
    reload: isCrediting ? `${LOOK_AGAIN_S};url=${sectionHref("casks")}/${caskId}?view=${view}` : null,
  });
}

export async function action(args: ActionFunctionArgs) {
  const caskId = readId(args.params.id);
  const form = await readForm(args.request);
  const file = form.get("file");
  const bytes = file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : null;
  const session = await openConsole(args, "casks");
  const fields = Object.fromEntries(form);
  const answer = await sendCaskForm({ context: args.context, session, caskId, fields, bytes });
  if (!answer.ok) {
    const { status, ...refused } = answer;
    return json(refused, { status });
  }
  const query = new URLSearchParams({ ...(answer.view !== "cask" && { view: answer.view }), ...answer.query });
  const search = query.size > 0 ? `?${query.toString()}` : "";
  return savedAt(args, `${sectionHref("casks")}/${caskId}${search}`, answer);
}

export default function CaskAdmin() {
  const data = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return <CaskAdminScreen {...data} refused={refused ?? null} />;
}
