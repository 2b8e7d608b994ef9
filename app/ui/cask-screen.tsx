import type { ReactNode } from "react";
import {
  boughtTexts,
  buyingSteps,
  caskRisk,
  caskTexts,
  DOCUMENT_KINDS,
  earningSteps,
  sayConfirmed,
} from "~/content/casks";
import { holdingTexts } from "~/content/holding-texts";
import { investTexts } from "~/content/invest-texts";
import { EXITS_PATH, WAYS_OUT_PATH } from "~/content/page-paths";
import { angelsTexts, bandTexts } from "~/content/picture-texts";
import { waysOutPage } from "~/content/ways-out-texts";
import type { CaskType } from "~/domain/cask-shape";
import type { ConfirmedAge } from "~/domain/confirmed";
import type { MarkUp } from "~/domain/mark-up";
import { formatUsd } from "~/domain/money";
import type { CaskPictures } from "~/domain/pictures/cask-pictures";
import { BottomBar } from "./bottom-bar";
import { ButtonLink } from "./button";
import { ACTIVATE_HREF, buyHref, type CaskView } from "./cask-display";
import { gaugeWords } from "./cask-gauge";
import { CaskTerms } from "./cask-terms";
import { Fold, LinkRow } from "./fold";
import { Locked } from "./locked";
import { Money } from "./money";
import { Page } from "./page";
import { Panel } from "./panel";
import { AngelsShare, angelsSentence } from "./pictures/angels-share";
import { CaskBand } from "./pictures/cask-band";
import { SaleShares } from "./pictures/sale-shares";
import { RiskNote } from "./risk-note";
import { Steps } from "./steps";
import { TextLink } from "./text-link";

/** The top of the page links to the viewer's own stake, if there is one. */
function CaskOnTop({
  caskType,
  pictures: { band, bandStakes, ownHref },
}: {
  caskType: CaskType;
  pictures: CaskPictures;
}) {
  const words = gaugeWords(caskType, bandStakes && bandStakes.sold / Math.max(1, bandStakes.total));
  const label = bandStakes && bandStakes.own.length > 0 ? bandTexts.owned(words, bandStakes.own.length) : words;
  const drawn = <CaskBand picture={band} label={label} stakes={bandStakes} />;
  return (
    <div className="bleed-barley -mx-4 -mt-2">
      {ownHref ? (
        <a href={ownHref} className="block">
          {drawn}
        </a>
      ) : (
        drawn
      )}
    </div>
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
    /** Kinds of documents that are there and valid. */
    documents: number | null;
    /** null: not told. */
    markUp: MarkUp | null;
  };
  pictures: CaskPictures;
  back?: string;
  banner?: ReactNode;
  answer?: ReactNode;
  children?: ReactNode;
};

/** Four questions, each with its answer; what is behind it opens below, or is a page of its own. */
export function CaskScreen(props: CaskScreenProps) {
  const { activated, feeCents, cask, pictures, back = "/invest", banner, answer, children } = props;
  const isOffered = cask.stage === "open" || cask.stage === "upcoming";
  return (
    <Page top={{ back: { href: back } }} banner={banner} tight>
      <CaskOnTop caskType={cask.caskType} pictures={pictures} />
      <div>
        <h1 className="display text-xl">{cask.name}</h1>
        <p className="text-sm text-peat-60">
          {cask.distillery} · {investTexts.facts(cask)}
        </p>
        {cask.sold !== null && <p className="mt-1 font-semibold">{cask.sold}</p>}
      </div>
      <div className="border-y border-peat-30 py-2">
        <CaskTerms cask={cask} labels={caskTexts.onItsPage} words />
      </div>
      {children}
      {cask.stage === "ended" && <Ended caskId={cask.id} />}
      {pictures.sale && (
        <Panel title="Who gets what">
          <SaleShares picture={pictures.sale} />
        </Panel>
      )}
      <div>
        <LinkRow isQuestion href={`/evidence?cask=${cask.id}`} title="Is it real?" answer={<Proved cask={cask} />} />
        {isOffered && answer}
        {isOffered && (
          <Fold isQuestion title="How do I get out?" answer={caskTexts.waysOut}>
            <h3 className="mb-2 font-semibold">{caskTexts.buying}</h3>
            <Steps steps={buyingSteps} />
            <h3 className="mt-4 mb-2 font-semibold">Earning with a stake</h3>
            <Steps steps={earningSteps} />
            <TextLink href={WAYS_OUT_PATH}>{waysOutPage.title}</TextLink>
          </Fold>
        )}
        <Fold
          isQuestion
          title="What is in it?"
          answer={pictures.angels ? angelsSentence(pictures.angels) : "About this cask"}
          open={cask.information === null}
        >
          <InformationText text={cask.information} />
          {pictures.angels && (
            <>
              <h3 className="mt-4 font-semibold">{angelsTexts.title}</h3>
              <AngelsShare picture={pictures.angels} />
            </>
          )}
        </Fold>
      </div>
      {cask.stage !== "ended" && <RiskNote small>{caskRisk}</RiskNote>}
      <NextStep cask={cask} activated={activated} feeCents={feeCents} />
    </Page>
  );
}

function Proved({ cask: { warehouse, documents, confirmed, markUp } }: Pick<CaskScreenProps, "cask">) {
  if (documents === null || warehouse === null) return <>Documents and values</>;
  const { have, none } = holdingTexts.documents;
  const tone =
    documents === 0 ? "text-peat-60" : `font-semibold ${documents === DOCUMENT_KINDS ? "text-moss" : "text-amber"}`;
  return (
    <>
      {warehouse}. <span className={tone}>{documents === 0 ? none : have(documents)}.</span>{" "}
      {confirmed && (
        <span className={confirmed.state === "confirmed" ? "" : "text-brick"}>{sayConfirmed(confirmed)}.</span>
      )}{" "}
      {boughtTexts.paid}:{" "}
      {markUp ? (
        `${boughtTexts.paidText(markUp)}. ${boughtTexts.added}: ${boughtTexts.addedText(markUp)}.`
      ) : (
        <span className="text-brick">{boughtTexts.untold}.</span>
      )}
    </>
  );
}

function Ended({ caskId }: { caskId: string }) {
  return (
    <p>
      {caskTexts.ended} <TextLink href={`${EXITS_PATH}#${caskId}`}>What it brought</TextLink>
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
  if (!cask.canBuy || !cask.stakes) return null;
  return (
    <BottomBar>
      <div className="flex flex-wrap items-center gap-x-4">
        <Money cents={cask.stakes.costCents} size="medium" />
        <div className="min-w-36 flex-1">
          <ButtonLink href={buyHref(cask.id)}>{caskTexts.buy}</ButtonLink>
        </div>
      </div>
    </BottomBar>
  );
}
