import type { FunctionComponent } from "react";
import { caskPageTexts as texts } from "~/content/console-cask-texts";
import { sectionHref } from "~/content/console-sections";
import { formatDate } from "~/domain/calendar-date";
import type { CaskView } from "~/areas/console/cask-page";
import { CaskScreen } from "~/ui/cask-screen";
import { ConsolePage } from "~/ui/console/console-page";
import { Filters } from "~/ui/console/filters";
import { FormProblem } from "~/ui/console/form-problem";
import { StandingBadge } from "~/ui/console/standing-badge";
import type { CaskAdminProps, PartProps } from "./cask-admin";
import { BidsPart } from "./bids-part";
import { DocumentsPart } from "./documents-part";
import { GaugesPart } from "./gauges-part";
import { KeeperPart } from "./keeper-part";
import { SalePart } from "./sale-part";
import { TermsPart } from "./terms-part";
import { ValuesPart } from "./values-part";

const PARTS: Record<Exclude<CaskView, "preview">, FunctionComponent<PartProps>> = {
  cask: TermsPart,
  value: ValuesPart,
  gauge: GaugesPart,
  evidence: DocumentsPart,
  keeper: KeeperPart,
  bid: BidsPart,
  sell: SalePart,
};

const link = "inline-flex min-h-11 items-center text-copper underline underline-offset-4";

export function CaskAdminScreen({ frame, seen, view: asked, ...props }: CaskAdminProps) {
  const { page, refused, fields } = props;
  const href = `${sectionHref("casks")}/${page.cask.id}`;
  // What was refused is shown in its own part, wherever it was sent to.
  const view = refused?.view ?? asked;
  if (view === "preview") return <Preview seen={seen} href={href} />;
  const Part = PARTS[view];
  return (
    <ConsolePage {...frame} title={page.cask.name}>
      <Standing page={page} sold={seen.cask.sold} />
      <Filters label={texts.parts} filters={partsOf(props, view, href)} />
      {refused && <FormProblem {...refused} />}
      {!frame.mayChange && <p>{texts.readOnly}</p>}
      <Part
        {...props}
        href={href}
        mayChange={frame.mayChange}
        typed={refused?.typed ?? fields}
        errors={refused?.errors ?? {}}
      />
      <p>
        <a href={`${sectionHref("log")}?of=cask:${page.cask.id}`} className={link}>
          {texts.log}
        </a>
        {frame.mayChange && page.cask.state === "published" && (
          <a href={`${href}/write`} className={`${link} ml-4`}>
            {texts.writeToHolders}
          </a>
        )}
      </p>
    </ConsolePage>
  );
}

function Standing({
  page: { cask, standing, today },
  sold: ended,
}: Pick<CaskAdminProps, "page"> & { sold: string | null }) {
  const { soldStakes: sold, reservedStakes: reserved, totalStakes: total } = cask;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-peat-60">
      <StandingBadge standing={standing} cask={{ closesOn: cask.closesOn, sold, total }} today={today} />
      <span className="figures">{texts.stock(sold, reserved, total - sold - reserved, total)}</span>
      <span className="figures">{ended ?? `${texts.closes} ${formatDate(cask.closesOn)}`}</span>
    </div>
  );
}

function partsOf({ page }: Pick<CaskAdminProps, "page">, view: CaskView, href: string) {
  const counts: Partial<Record<CaskView, number>> = {
    value: page.valuations.length,
    gauge: page.gauges.length,
    evidence: page.documents.length,
  };
  return (["cask", "value", "gauge", "evidence", "keeper", "bid", "sell", "preview"] as const).map((one) => ({
    href: one === "cask" ? href : `${href}?view=${one}`,
    label: texts.views[one],
    current: one === view,
    ...(counts[one] !== undefined && { count: String(counts[one]) }),
  }));
}

function Preview({ seen, href }: Pick<CaskAdminProps, "seen"> & { href: string }) {
  const bar = (
    <aside
      aria-label={texts.views.preview}
      className="flex flex-wrap items-center justify-between gap-x-4 bg-peat px-4 py-1 text-sm text-paper"
    >
      <p>{texts.previewBar}</p>
      <a href={href} className="inline-flex min-h-11 items-center underline underline-offset-4">
        {texts.previewBack}
      </a>
    </aside>
  );
  return <CaskScreen activated feeCents={0} {...seen} back={href} banner={bar} />;
}
