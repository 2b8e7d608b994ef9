import type { ReactNode } from "react";
import { buyingSteps, caskRisk, caskTexts, earningSteps } from "~/content/casks";
import { investTexts } from "~/content/invest-texts";
import { EXITS_PATH } from "~/content/page-paths";
import { angelsTexts, bandTexts, sharesTexts } from "~/content/picture-texts";
import type { CaskType } from "~/domain/cask-shape";
import type { ConfirmedAge } from "~/domain/confirmed";
import { formatUsd } from "~/domain/money";
import type { CaskPictures } from "~/domain/pictures/cask-pictures";
import { BottomBar } from "./bottom-bar";
import { ButtonLink } from "./button";
import { ACTIVATE_HREF, buyHref, type CaskView } from "./cask-display";
import { gaugeWords } from "./cask-gauge";
import { CaskTerms } from "./cask-terms";
import { Fold } from "./fold";
import { Locked } from "./locked";
import { Page } from "./page";
import { Panel } from "./panel";
import { AngelsShare } from "./pictures/angels-share";
import { CaskBand } from "./pictures/cask-band";
import { SaleShares } from "./pictures/sale-shares";
import { RiskNote } from "./risk-note";
import { Steps } from "./steps";
import { warehouseRow } from "./warehouse-row";

type CaskPicturesProps = { caskType: CaskType; pictures: CaskPictures };

function CaskOnTop({ caskType, pictures: { band, bandStakes } }: CaskPicturesProps) {
  const words = gaugeWords(caskType, bandStakes && bandStakes.sold / Math.max(1, bandStakes.total));
  const label = bandStakes && bandStakes.own.length > 0 ? bandTexts.owned(words, bandStakes.own.length) : words;
  return <CaskBand picture={band} label={label} stakes={bandStakes} />;
}

function CaskPanels({ pictures: { angels, sale } }: Pick<CaskPicturesProps, "pictures">) {
  return (
    <>
      {sale && (
        <TitledPicture title={sharesTexts.title}>
          <SaleShares picture={sale} />
        </TitledPicture>
      )}
      {angels && (
        <TitledPicture title={angelsTexts.title} lead={angelsTexts.lead}>
          <AngelsShare picture={angels} />
        </TitledPicture>
      )}
    </>
  );
}

function TitledPicture({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      {lead && <p className="-mt-2 mb-2 text-sm text-peat-60">{lead}</p>}
      <div>{children}</div>
    </Panel>
  );
}

function CaskSteps({ isClosed }: { isClosed: boolean }) {
  if (!isClosed)
    return (
      <Panel title={caskTexts.buying}>
        <Steps steps={buyingSteps} />
        <h2 className="display mt-6 mb-3 border-t border-peat-30 pt-4 text-lg">{caskTexts.earning}</h2>
        <Steps steps={earningSteps} />
      </Panel>
    );
  return (
    <>
      <Fold title={caskTexts.buying}>
        <Steps steps={buyingSteps} />
      </Fold>
      <Fold title={caskTexts.earning}>
        <Steps steps={earningSteps} />
      </Fold>
    </>
  );
}

const COVERED_LINES = ["w-full", "w-11/12", "w-full", "w-4/5", "w-full", "w-2/3"] as const;

/** The cover hides bars of fixed lengths, not the text: that is not in the page. */
function InformationText({ text }: { text: string | null }) {
  if (text === null) {
    return (
      <div className="relative">
        <div aria-hidden="true" className="flex flex-col gap-3 py-2 blur-[3px]">
          {COVERED_LINES.map((width, index) => (
            <span key={index} className={`h-2.5 rounded-sm bg-peat-30 ${width}`} />
          ))}
        </div>
        <p className="absolute inset-0 flex items-center justify-center text-center font-semibold">
          <span className="rounded-md bg-paper px-4 py-2">
            <Locked word />
          </span>
        </p>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2 text-sm">
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

export type CaskScreenProps = {
  activated: boolean;
  feeCents: number;
  cask: CaskView & {
    information: string | null;
    warehouse: string | null;
    confirmed: ConfirmedAge | null;
    sold: string | null;
  };
  pictures: CaskPictures;
  back?: string;
  banner?: ReactNode;
  answer?: ReactNode;
  ownsStakes?: boolean;
  oneStake?: ReactNode;
  children?: ReactNode;
};

export function CaskScreen({
  activated,
  feeCents,
  cask,
  pictures,
  back = "/invest",
  banner,
  answer,
  ownsStakes = false,
  oneStake,
  children,
}: CaskScreenProps) {
  return (
    <Page top={{ back: { href: back } }} banner={banner}>
      <div className="bleed-barley -mx-4 -mt-2">
        <CaskOnTop caskType={cask.caskType} pictures={pictures} />
      </div>
      <div>
        <h1 className="display text-xl">{cask.name}</h1>
        <p className="mt-1 text-sm text-peat-60">
          {cask.distillery}
          <br />
          {investTexts.facts(cask)}
        </p>
        {cask.sold !== null && <p className="mt-1 font-semibold">{cask.sold}</p>}
      </div>
      <CaskTerms cask={cask} labels={caskTexts.onItsPage} words more={warehouseRow(cask.warehouse, cask.confirmed)} />
      {cask.stage === "ended" ? <Ended caskId={cask.id} /> : <RiskNote small>{caskRisk}</RiskNote>}
      {answer}
      <Panel title={caskTexts.about}>
        <InformationText text={cask.information} />
      </Panel>
      <CaskPanels pictures={pictures} />
      {!ownsStakes && oneStake}
      {children}
      <div className="empty:hidden">
        {ownsStakes && oneStake}
        {cask.stage !== "ended" && cask.stage !== "sold-out" && <CaskSteps isClosed={ownsStakes} />}
      </div>
      <NextStep cask={cask} activated={activated} feeCents={feeCents} />
    </Page>
  );
}

function Ended({ caskId }: { caskId: string }) {
  return (
    <p>
      {caskTexts.ended}{" "}
      <a
        href={`${EXITS_PATH}#${caskId}`}
        className="inline-flex min-h-11 items-center font-semibold text-copper underline underline-offset-4"
      >
        {caskTexts.whatItBrought}
      </a>
    </p>
  );
}

function NextStep({ cask, activated, feeCents }: Pick<CaskScreenProps, "cask" | "activated" | "feeCents">) {
  if (cask.stage === "ended") return null;
  if (!activated) {
    return (
      <BottomBar>
        <ButtonLink href={ACTIVATE_HREF}>{caskTexts.activate(formatUsd(feeCents))}</ButtonLink>
      </BottomBar>
    );
  }
  const opensInMinutes = cask.stakes?.opensInMinutes ?? null;
  const waits = cask.isPaused ? caskTexts.pausedText : opensInMinutes !== null && caskTexts.opensIn(opensInMinutes);
  if (waits) {
    return (
      <BottomBar>
        <p className="py-2 text-center text-sm">{waits}</p>
      </BottomBar>
    );
  }
  if (!cask.canBuy || !cask.stakes) return null;
  return (
    <BottomBar note={caskTexts.oneStakeFor(formatUsd(cask.stakes.costCents))}>
      <ButtonLink href={buyHref(cask.id)}>{caskTexts.buy}</ButtonLink>
    </BottomBar>
  );
}
