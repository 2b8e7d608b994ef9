import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FunctionComponent } from "react";
import { caskPictures } from "~/areas/casks/cask-pictures";
import { caskView } from "~/areas/casks/cask-view";
import { CASK_VIEWS, type CaskPage, type CaskView, readCaskPage } from "~/areas/console/cask-page";
import { caskTexts } from "~/content/casks";
import { caskPageTexts as texts } from "~/content/console-cask-texts";
import { sectionHref, sectionTitles } from "~/content/console-sections";
import { described } from "~/content/page-meta";
import { dateOf, formatDate } from "~/domain/calendar-date";
import { confirmedAge, confirmedIn } from "~/domain/confirmed";
import { markUpOf } from "~/domain/mark-up";
import { openConsole, readThing } from "~/server/console-session";
import { readForm } from "~/server/login-form";
import { readId } from "~/server/read-id";
import { savedAt } from "~/server/saved-at";
import { CaskScreen, type CaskScreenProps } from "~/ui/cask-screen";
import { ConsolePage } from "~/ui/console/console-page";
import { Filters, LinkRow } from "~/ui/console/page-links";
import { FormProblem } from "~/ui/console/form-parts";
import { StandingBadge } from "~/ui/console/badges";
import { type PartProps, sendCaskForm } from "./action";
import { BidsPart } from "./bids-part";
import { DocumentsPart, GaugesPart } from "./records-part";
import { SalePart } from "./sale-part";
import { TermsPart } from "./terms-part";
import { ValuesPart } from "./values-part";

const PARTS: Record<Exclude<CaskView, "preview">, FunctionComponent<PartProps>> = {
  cask: TermsPart,
  value: ValuesPart,
  gauge: GaugesPart,
  evidence: DocumentsPart,
  bid: BidsPart,
  sell: SalePart,
};

export default function CaskAdmin() {
  const { frame, seen, view: asked, ...props } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>() ?? null;
  const { page, fields } = props;
  const href = `${sectionHref("casks")}/${page.cask.id}`;
  // A refused form is shown in its own part, wherever it was sent to.
  const view = refused?.view ?? asked;
  if (view === "preview") return <Preview seen={seen} href={href} />;
  const Part = PARTS[view];
  return (
    <ConsolePage {...frame} title={page.cask.name}>
      <Standing page={page} sold={seen.cask.sold} />
      <Filters label="Parts of this page" filters={partsOf(page, view, href)} />
      {refused && <FormProblem {...refused} />}
      <Part
        {...props}
        refused={refused}
        href={href}
        mayChange={frame.mayChange}
        typed={refused?.typed ?? fields}
        errors={refused?.errors ?? {}}
      />
      <LinkRow links={[[`${sectionHref("log")}?of=cask:${page.cask.id}`, "History of this cask"]]} />
    </ConsolePage>
  );
}

function Standing({ page: { cask, standing, today }, sold: ended }: { page: CaskPage; sold: string | null }) {
  const { soldStakes: sold, reservedStakes: reserved, totalStakes: total } = cask;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-peat-60">
      <StandingBadge standing={standing} cask={{ closesOn: cask.closesOn, sold, total }} today={today} />
      <span className="figures">{texts.stock(sold, reserved, total - sold - reserved, total)}</span>
      <span className="figures">{ended ?? `${"Closes"} ${formatDate(cask.closesOn)}`}</span>
    </div>
  );
}

function partsOf(page: CaskPage, view: CaskView, href: string) {
  const counts: Partial<Record<CaskView, number>> = {
    value: page.valuations.length,
    gauge: page.gauges.length,
    evidence: page.documents.length,
  };
  return (["cask", "value", "gauge", "evidence", "bid", "sell", "preview"] as const).map((one) => ({
    href: one === "cask" ? href : `${href}?view=${one}`,
    label: texts.views[one],
    current: one === view,
    ...(counts[one] !== undefined && { count: String(counts[one]) }),
  }));
}

function Preview({ seen, href }: { seen: Pick<CaskScreenProps, "cask" | "pictures">; href: string }) {
  const bar = (
    <aside
      aria-label={texts.views.preview}
      className="flex flex-wrap items-center justify-between gap-x-4 bg-peat px-4 py-1 text-sm text-paper"
    >
      <p>This is how an activated investor sees it.</p>
      <a href={href} className="inline-flex min-h-11 items-center underline underline-offset-4">
        Back to the console
      </a>
    </aside>
  );
  return <CaskScreen activated feeCents={0} {...seen} back={href} banner={bar} />;
}

export const meta: MetaFunction<typeof loader> = ({ data }) => described(data?.page.cask.name ?? sectionTitles.casks);

const LOOK_AGAIN_S = 5;

export async function loader(args: LoaderFunctionArgs) {
  const { context, params } = args;
  const caskId = readId(params.id);
  const fields = Object.fromEntries(new URL(args.request.url).searchParams);
  const view = CASK_VIEWS.find((one) => one === fields.view) ?? "cask";
  const { frame, nowMs, viewer, result } = await readThing(args, "casks", (access) =>
    readCaskPage(context.db, access, { caskId, view, fields }),
  );
  const { cask, exit } = result;
  const asInvestor = { activated: true, nowMs };
  const isCrediting = view === "sell" && exit?.state === "confirmed";
  return json({
    frame,
    view,
    fields,
    viewerId: viewer.id,
    page: result,
    seen: {
      cask: {
        ...caskView(cask, asInvestor),
        information: cask.distilleryInformation,
        warehouse: cask.warehouse,
        sold: cask.endedOn !== null && exit ? caskTexts.soldOn(cask.endedOn, exit.netPerStakeCents) : null,
        markUp: markUpOf(cask),
        documents: new Set(result.documents.filter(({ replaced }) => !replaced).map(({ kind }) => kind)).size,
        confirmed: cask.endedOn === null ? confirmedAge(confirmedIn(result.documents), dateOf(nowMs)) : null,
      },
      pictures: caskPictures(cask, asInvestor),
    },
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
