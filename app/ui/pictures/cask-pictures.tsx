import type { ReactNode } from "react";
import { angelsTexts, bandTexts, caskPictureTexts as texts, sharesTexts } from "~/content/picture-texts";
import type { CaskType } from "~/domain/cask-shape";
import type { CaskPictures } from "~/domain/pictures/cask-pictures";
import { gaugeWords } from "../cask-gauge";
import { AngelsShare } from "./angels-share";
import { CaskBand } from "./cask-band";
import { Panel } from "../panel";
import { SaleShares } from "./sale-shares";
import { ValuePerStake } from "./value-per-stake";

type CaskPicturesProps = { caskType: CaskType; pictures: CaskPictures };

/** The large cask on top. */
export function CaskOnTop({ caskType, pictures: { band, bandStakes } }: CaskPicturesProps) {
  const words = gaugeWords(caskType, bandStakes && bandStakes.sold / Math.max(1, bandStakes.total));
  const label = bandStakes && bandStakes.own.length > 0 ? bandTexts.owned(words, bandStakes.own.length) : words;
  return <CaskBand picture={band} label={label} stakes={bandStakes} />;
}

/** What one's stake is worth, who gets what, what evaporated. */
export function CaskPanels({ pictures: { own, angels, sale } }: Pick<CaskPicturesProps, "pictures">) {
  return (
    <>
      {own && (
        <TitledPicture title={texts.ownTitle} lead={texts.ownOf(own.number, own.total, own.more)}>
          <ValuePerStake picture={own.value} />
        </TitledPicture>
      )}
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
