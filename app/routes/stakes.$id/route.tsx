import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { described } from "~/content/page-titles";
import type { HoldingView } from "~/areas/holdings/holding-view";
import { type ReadHolding, readHolding } from "~/areas/holdings/read-holding";
import type { Session } from "~/core/session/session";
import { countryFrom } from "~/core/settings/market-open";
import { dialogAsTyped } from "~/areas/payouts/withdrawals/withdraw-dialog";
import { carried } from "~/server/carry";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { takeToast } from "~/server/toast";
import { cancelWithdrawal } from "~/server/withdraw/cancel-action";
import { openWithdrawDialog } from "~/server/withdraw/open-dialog";
import { withdraw } from "~/server/withdraw/withdraw-action";
import type { CarriedWithdrawal } from "~/server/withdraw/withdraw-answers";
import { Toast } from "~/ui/toast";
import { holdingPage } from "./holding-page";
import { HoldingScreen } from "./screen";
import { Page } from "~/ui/page";
import { WithdrawDialog, type WithdrawDialogProps } from "~/ui/withdraw-dialog";

export const meta: MetaFunction<typeof loader> = ({ data }) => described(data?.page.title ?? "");

type FoundHolding = ReadHolding & { view: HoldingView };

/** `/stakes/ID`: one stake of the viewer, and the form for its return. One round trip; ships no script. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const { searchParams } = new URL(request.url);
  const refused = carried<CarriedWithdrawal<FoundHolding>>(context);
  const asks = refused ? refused.openDialog : searchParams.get("dialog") === "withdraw";
  const [message, found] = await Promise.all([
    takeToast(context.config, request),
    refused?.read ?? readStake(args, await requireSession(args)),
  ]);
  const dialog = asks
    ? await openWithdrawDialog(args, found, {
        place: { of: "cycle", stakeId: found.view.figures.stakeId },
        method: searchParams.get("method") === "crypto" ? "crypto" : "bank",
      })
    : null;
  return json(
    { page: holdingPage(found.view, found), dialog, toast: message?.toast ?? null },
    { headers: message ? { "Set-Cookie": message.clear } : {} },
  );
}

/** @throws 404 where it is not a stake of theirs */
async function readStake({ context, params, request }: LoaderFunctionArgs, session: Session): Promise<FoundHolding> {
  const country = countryFrom(request.headers.get("CF-IPCountry"));
  const read = await readHolding(context, session, { stakeId: readId(params.id), country });
  if (!read.view) throw notFound();
  return { ...read, view: read.view };
}

export async function action(args: ActionFunctionArgs) {
  const fields = Object.fromEntries(await readForm(args.request));
  const stakeId = readId(args.params.id);
  const page = { stakeId, read: (session: Session) => readStake(args, session) };
  switch (fields.intent) {
    case "withdraw":
      return withdraw(args, fields, page);
    case "cancel-withdrawal":
      return cancelWithdrawal(args, fields, { of: "cycle", stakeId });
    default:
      await requireSession(args);
      throw new Response(null, { status: 400 });
  }
}

export default function Holding() {
  const { page, dialog, toast } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const shown = answer?.refused && dialog ? dialogAsTyped(dialog, answer.refused) : dialog;
  return (
    <>
      <Toast toast={answer?.toast ?? toast} />
      {shown ? <WithdrawScreen view={shown} activated={page.activated} /> : <HoldingScreen page={page} />}
    </>
  );
}

/** The form for the return of this stake, as a page of its own. */
function WithdrawScreen({ view, activated }: { view: WithdrawDialogProps; activated: boolean }) {
  return (
    <Page top={{ back: { href: view.hrefs.back } }} tabs={{ current: "holdings", activated }}>
      <WithdrawDialog view={view} />
    </Page>
  );
}
