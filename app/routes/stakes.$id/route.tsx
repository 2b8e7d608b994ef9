import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { stakeOf } from "~/content/holding-texts";
import { investTexts } from "~/content/invest-texts";
import { stakePath } from "~/content/page-paths";
import { described } from "~/content/page-meta";
import { stakeInAudit } from "~/domain/audit/audit-pages";
import { endOffer } from "~/areas/resale/end-offer";
import { offerStake, readSelling, sellingView } from "~/areas/resale/offer-stake";
import { offeredAnswer, SellPanel } from "./sell-panel";
import { offerRefusals, sellTexts } from "~/areas/resale/texts";
import { readOfferPrice } from "~/domain/offers";
import { readHolding } from "~/areas/holdings/read-holding";
import type { Session } from "~/core/session/session";
import { countryFrom } from "~/core/settings/setting";
import { dialogAsTyped } from "~/areas/payouts/withdrawals/withdraw-dialog";
import { carried } from "~/server/carry";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { takeToast } from "~/server/toast";
import { cancelWithdrawal, type CarriedWithdrawal, openWithdrawDialog, withdraw } from "~/server/withdraw";
import { Toast } from "~/ui/toast";
import { HoldingScreen } from "./screen";
import { Page } from "~/ui/page";
import { WithdrawDialog, type WithdrawDialogProps } from "~/ui/withdraw-dialog";

export const meta: MetaFunction<typeof loader> = ({ data }) => described(data?.page.title ?? "");

type FoundHolding = Awaited<ReturnType<typeof readStake>>;

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
    ? await openWithdrawDialog(args, found, { of: "cycle", stakeId: found.view.figures.stakeId })
    : null;
  const { beside, view } = found;
  const isWaiting = view.readyCents !== null;
  const selling =
    asks || !beside || view.figures.state === "ended"
      ? null
      : sellingView(beside, { typed: searchParams.get("price"), isWaiting });
  return json(
    { page: holdingPage(found), selling, dialog, toast: message?.toast ?? null },
    { headers: message ? { "Set-Cookie": message.clear } : {} },
  );
}

const countryOf = ({ request }: LoaderFunctionArgs) => countryFrom(request.headers.get("CF-IPCountry"));

/** @throws 404 where it is not a stake of theirs */
async function readStake(args: LoaderFunctionArgs, session: Session) {
  const stakeId = readId(args.params.id);
  const read = await readHolding(args.context, session, stakeId, (own) =>
    readSelling(args.context.db, { ...own, stakeId, country: countryOf(args) }),
  );
  if (!read.view) throw notFound();
  return { ...read, view: read.view };
}

/** The data of the page, from the one trip. */
function holdingPage({ view, viewer, nowMs, bids }: FoundHolding) {
  const { figures, cask, certificate } = view;
  return {
    ...view,
    activated: viewer.activated,
    nowMs,
    bids,
    title: `${figures.caskName}, ${stakeOf(figures.number, figures.totalStakes)}`,
    cask: { ...cask, facts: `${investTexts.facts(cask)} · ${cask.warehouse}` },
    proof: certificate.href?.replace(/pdf$/, "proof.json") ?? null,
    audit: figures.marked && stakeInAudit(figures.marked),
  };
}

export type HoldingPage = ReturnType<typeof holdingPage>;

export async function action(args: ActionFunctionArgs) {
  const fields = Object.fromEntries(await readForm(args.request));
  const stakeId = readId(args.params.id);
  const page = { stakeId, read: (session: Session) => readStake(args, session) };
  switch (fields.intent) {
    case "withdraw":
      return withdraw(args, fields, page);
    case "cancel-withdrawal":
      return cancelWithdrawal(args, fields, { of: "cycle", stakeId });
    case "offer":
      return offer(args, stakeId, typeof fields.price === "string" ? fields.price : "");
    case "end-offer":
      return end(args, stakeId);
    default:
      await requireSession(args);
      throw new Response(null, { status: 400 });
  }
}

async function offer(args: ActionFunctionArgs, stakeId: string, typed: string) {
  const session = withinLimit(args.context, await requireSession(args), "offers");
  const priceCents = readOfferPrice(typed);
  const outcome = await offerStake(args.context, session, { stakeId, priceCents, country: countryOf(args) });
  if (outcome.ok) return redirect(`${stakePath(stakeId)}#sell`, 303);
  if (outcome.code === "not-yours") throw notFound();
  return json({ toast: null, refused: null, sellProblem: offerRefusals[outcome.code].text }, 409);
}

async function end(args: ActionFunctionArgs, stakeId: string) {
  const session = withinLimit(args.context, await requireSession(args), "offers");
  const outcome = await endOffer(args.context, session, stakeId);
  if (outcome === "ended") return redirect(`${stakePath(stakeId)}#sell`, 303);
  return json({ toast: null, refused: null, sellProblem: sellTexts.ended[outcome] }, outcome === "none" ? 404 : 409);
}

export default function Holding() {
  const { page, selling, dialog, toast } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const problem = answer && "sellProblem" in answer ? answer.sellProblem : null;
  const shown = answer?.refused && dialog ? dialogAsTyped(dialog, answer.refused) : dialog;
  return (
    <>
      <Toast toast={answer?.toast ?? toast} />
      {shown ? (
        <WithdrawScreen view={shown} activated={page.activated} />
      ) : (
        <HoldingScreen
          page={page}
          sell={
            selling && {
              answer: offeredAnswer(selling),
              isOpen: Boolean(selling.offer ?? selling.typed),
              panel: <SellPanel selling={selling} href={stakePath(page.figures.stakeId)} problem={problem} />,
            }
          }
        />
      )}
    </>
  );
}

function WithdrawScreen({ view, activated }: { view: WithdrawDialogProps; activated: boolean }) {
  return (
    <Page top={{ back: { href: view.hrefs.back } }} tabs={{ current: "holdings", activated }}>
      <WithdrawDialog view={view} />
    </Page>
  );
}
