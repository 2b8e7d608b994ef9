import {
  type ActionFunctionArgs,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { marketTexts, orderTexts } from "~/content/market-texts";
import { MARKET_PATH, marketPath } from "~/content/page-paths";
import { described } from "~/content/page-titles";
import { readOrder } from "~/areas/market/resale/order-form";
import { giveUpCarry } from "~/areas/market/resale/give-up-carry";
import { placeOrder } from "~/areas/market/resale/place-order";
import { type CaskMarket, readCaskMarket, readMarket } from "~/areas/market/resale/read-market";
import { withdrawOrder } from "~/areas/market/resale/withdraw-order";
import type { Session } from "~/core/session/session";
import { countryFrom } from "~/core/settings/market-open";
import { carried, carry } from "~/server/carry";
import { readForm } from "~/server/login-form";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId, readNumber } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { withinLimit } from "~/server/session/within-limit";
import { sha256 } from "~/server/sha256";
import { setToast, takeToast } from "~/server/toast";
import { busyFormsScript } from "~/ui/busy-forms";
import { keptPlaceScript } from "~/ui/kept-place";
import { Toast } from "~/ui/toast";
import { CaskMarketScreen } from "./cask-screen";
import { MarketScreen } from "./screen";
import { refusedFor, refusedForm, refusedOrder } from "./refused-order";

export const handle: PageHandle = { inlineScript: busyFormsScript + keptPlaceScript };

export const meta: MetaFunction = () => described(marketTexts.tabTitle);

const countryOf = (request: Request) => countryFrom(request.headers.get("CF-IPCountry"));

/** `/market`, `/market?cask=ID`: 404 while the market is closed for the viewer. One round trip. */
export async function loader(args: LoaderFunctionArgs) {
  const { context, request } = args;
  const { searchParams } = new URL(request.url);
  const message = await takeToast(context.config, request);
  const page = await (searchParams.has("cask") ? caskPage(args, searchParams) : listPage(args));
  return json({ ...page, toast: message?.toast ?? null }, { headers: message ? { "Set-Cookie": message.clear } : {} });
}

async function listPage(args: LoaderFunctionArgs) {
  const market = await readMarket(args.context, await requireSession(args), { country: countryOf(args.request) });
  if (!market) throw notFound();
  const { viewer, casks, ...rest } = market;
  const shown = casks.map(({ countedValues: _, ...cask }) => cask);
  return { cask: null, list: { ...rest, activated: viewer.activated, casks: shown } };
}

async function caskPage(args: LoaderFunctionArgs, params: URLSearchParams) {
  const asked = { country: countryOf(args.request), caskId: readId(params.get("cask")) };
  const market =
    carried<CaskMarket>(args.context) ?? (await readCaskMarket(args.context, await requireSession(args), asked));
  if (!market) throw notFound();
  const { viewer, cask, ...rest } = market;
  // Prices are not shown before an account is activated.
  if (!viewer.activated) throw redirect(MARKET_PATH);
  const { countedValues: _, ...facts } = cask;
  const side = params.get("side");
  const shown = side === "buy" || side === "sell" ? side : rest.stakes.some(({ not }) => !not) ? "sell" : "buy";
  return { list: null, cask: { ...rest, facts, side: shown } as const };
}

export async function action(args: ActionFunctionArgs) {
  const { context, request } = args;
  const form = await readForm(request);
  const session = withinLimit(context, await requireSession(args), "orders");
  const intent = form.get("intent");
  if (intent === "withdraw") return withdraw(args, session, readNumber(form.get("order")));
  if (intent === "give-up-carry") return giveUp(args, session, readNumber(form.get("order")));
  if (intent !== "sell" && intent !== "buy") throw new Response(null, { status: 400 });
  const caskId = readId(form.get("cask") ?? new URL(request.url).searchParams.get("cask"));
  const read = readOrder(intent, form);
  if (!read.ok) return json(refusedForm(read.typed, read.errors), { status: 400 });
  const { asked, typed } = read;
  const outcome = await placeOrder({ ...context, sha256 }, session, { caskId, country: countryOf(request), asked });
  if (outcome.ok) return done(args, caskId, "order-placed");
  if (!outcome.market) throw notFound();
  const { code } = outcome.refusal;
  if (code !== "changed" && code !== "already-ordered") carry(context, outcome.market);
  return json(refusedOrder(typed, outcome.refusal), { status: 409 });
}

async function withdraw(args: ActionFunctionArgs, session: Session, number: number) {
  const outcome = await withdrawOrder(args.context, session, number);
  if (outcome.ok) return done(args, outcome.caskId, "order-withdrawn");
  if (outcome.code === "no-such-order") throw notFound();
  return json(refusedFor(outcome.code === "ended" ? orderTexts.ended : orderTexts.tooLate), { status: 409 });
}

async function giveUp(args: ActionFunctionArgs, session: Session, number: number) {
  const outcome = await giveUpCarry(args.context, session, number);
  if (outcome.ok) return done(args, outcome.caskId, "order-not-again");
  if (outcome.code === "no-such-order") throw notFound();
  return json(refusedFor(orderTexts.carry.isPlaced), { status: 409 });
}

type Done = "order-placed" | "order-withdrawn" | "order-not-again";

async function done({ context }: ActionFunctionArgs, caskId: string, name: Done) {
  return redirect(marketPath(caskId), {
    status: 303,
    headers: { "Set-Cookie": await setToast(context.config, name) },
  });
}

export default function Market() {
  const { cask, list, toast } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  return (
    <>
      <Toast toast={toast} />
      {cask ? (
        <CaskMarketScreen market={cask} refused={refused} />
      ) : (
        list && <MarketScreen market={list} message={refused?.message ?? null} />
      )}
    </>
  );
}
