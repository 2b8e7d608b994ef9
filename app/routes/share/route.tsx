import { json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { readSharedCask } from "~/areas/casks/sharing/read-shared-cask";
import { caskShareTexts as texts } from "~/content/cask-share-texts";
import { caskPath, stakePath } from "~/content/page-paths";
import { described } from "~/content/page-titles";
import { drawShareCard, type ShareCard } from "~/domain/pictures/share-card";
import { notFound } from "~/server/not-found";
import type { PageHandle } from "~/server/page-handle";
import { readId } from "~/server/read-id";
import { requireSession } from "~/server/session/page-session";
import { Button } from "~/ui/button";
import { compactScript } from "~/ui/compact-script";
import { Icon } from "~/ui/icon";
import { Page, PageTitle } from "~/ui/page";
import { ShareCardPicture } from "~/ui/pictures/share-card";

// Draws the page's picture as a PNG beforehand, because a share sheet opens only right after a tap. Its texts are drawn with the fonts
// of the page, which an SVG loaded as an image has not. A device that takes no files gets text and link; one without a share sheet
// keeps what the page has without this script.
const shareScript = compactScript(`(() => {
  const part = (name) => document.querySelector("[data-share=" + name + "]");
  const [picture, link, button, copy, said] = ["picture", "link", "button", "copy", "said"].map(part);
  const say = (text) => (said.textContent = text);
  let files;
  let busy;
  const draw = () => {
    const canvas = document.createElement("canvas");
    const pen = canvas.getContext("2d");
    const scale = 3;
    canvas.width = canvas.height = picture.viewBox.baseVal.width * scale;
    const home = picture.getScreenCTM().inverse();
    picture.querySelectorAll("path,text").forEach((shape) => {
      const style = getComputedStyle(shape);
      const { a, d, e, f } = home.multiply(shape.getScreenCTM());
      pen.setTransform(a * scale, 0, 0, d * scale, e * scale, f * scale);
      pen.fillStyle = style.fill;
      if (shape.tagName === "text") {
        pen.font = [style.fontWeight, style.fontSize, style.fontFamily].join(" ");
        pen.textAlign = style.textAnchor === "middle" ? "center" : "start";
        return pen.fillText(shape.textContent, shape.getAttribute("x"), shape.getAttribute("y"));
      }
      const line = new Path2D(shape.getAttribute("d"));
      if (style.fill !== "none") pen.fill(line);
      if (style.stroke === "none") return;
      pen.strokeStyle = style.stroke;
      pen.lineWidth = parseFloat(style.strokeWidth);
      pen.miterLimit = style.strokeMiterlimit;
      pen.stroke(line);
    });
    canvas.toBlob((blob) => {
      const made = [new File([blob], "cask.png", { type: "image/png" })];
      if (!navigator.canShare?.({ files: made })) return;
      files = made;
      button.lastChild.textContent = button.dataset.full;
    }, "image/png");
  };
  if (navigator.clipboard) {
    copy.hidden = false;
    copy.onclick = () => {
      navigator.clipboard.writeText(link.value).then(() => say(copy.dataset.done), () => link.select());
    };
  }
  if (!navigator.share) return;
  button.hidden = false;
  document.fonts.ready.then(draw);
  button.onclick = async () => {
    if (busy) return;
    busy = true;
    say("");
    const text = button.dataset.text + " " + link.value;
    try {
      await navigator.share(files ? { text, files } : { text });
    } catch (error) {
      if (error.name !== "AbortError") {
        say(button.dataset.failed);
        link.select();
      }
    }
    busy = false;
  };
})();`);

type ShareScreenProps = {
  card: ShareCard;
  label: string;
  link: string;
  text: string;
  /** The link is a referral link. */
  rewarded: boolean;
  back: string;
  activated: boolean;
};

/** What others will see, the device's share sheet where there is one, and the link to copy where there is none. */
function ShareScreen({ card, label, link, text, rewarded, back, activated }: ShareScreenProps) {
  return (
    <Page top={{ back: { href: back } }} tabs={{ activated }}>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <ShareCardPicture card={card} brand={texts.brand} label={label} />
      <div className="flex flex-col gap-3">
        <Button
          type="button"
          hidden
          data-share="button"
          data-text={text}
          data-full={texts.button}
          data-failed={texts.failed}
        >
          <Icon name="share" />
          <span>{texts.without}</span>
        </Button>
        <div>
          <label htmlFor="share-link" className="mb-1 block text-sm font-semibold">
            {texts.yourLink}
          </label>
          <input
            id="share-link"
            data-share="link"
            readOnly
            defaultValue={link}
            aria-describedby={rewarded ? "share-invitation" : undefined}
            className="min-h-12 w-full rounded-md border border-peat-45 bg-barley px-3 text-base"
          />
          <p className="mt-1 hidden text-sm text-peat-60 noscript:block">{texts.select}</p>
        </div>
        <Button type="button" look="secondary" hidden data-share="copy" data-done={texts.copied}>
          <Icon name="copy" />
          {texts.copy}
        </Button>
        <p role="status" data-share="said" className="min-h-5 text-sm font-semibold" />
        {rewarded && (
          <p id="share-invitation" className="text-sm text-peat-60">
            {texts.invitation}
          </p>
        )}
      </div>
    </Page>
  );
}

export const handle: PageHandle = { inlineScript: shareScript };

export const meta: MetaFunction = () => described(texts.title);

/** `/share?cask=ID`, and `&stake=ID` where it was opened from: only the way back. */
export async function loader(args: LoaderFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  const session = await requireSession(args);
  const { viewer, cask, link, rewarded } = await readSharedCask(
    args.context,
    session,
    readId(searchParams.get("cask")),
  );
  if (!cask) throw notFound();
  const stakeId = readId(searchParams.get("stake"));
  return json({
    card: drawShareCard(cask.caskType, { name: cask.name, origin: texts.origin(cask), risk: texts.risk }),
    label: texts.alt(cask),
    link,
    text: texts.text(cask, rewarded),
    rewarded,
    back: stakeId ? stakePath(stakeId) : caskPath(cask.id),
    activated: viewer.activated,
  });
}

export default function Share() {
  return <ShareScreen {...useLoaderData<typeof loader>()} />;
}
