import { formatTime, lineTexts as texts } from "~/content/line-texts";
import { paymentProblems } from "~/content/payments";
import { caskPath, linePath, offerPath } from "~/content/page-paths";
import type { PlaceNow } from "~/areas/buying/desk/desk-terms";
import { Button, ButtonLink } from "~/ui/button";
import { Page } from "~/ui/page";
import { Panel } from "~/ui/panel";
import { ResultHead } from "~/ui/result-head";
import { Steps } from "~/ui/steps";

/** `away`: the desk did not answer. `network-full`: no place, because their network has as many as it may in the first hour. */
export type LinePlace = PlaceNow | { is: "away" | "network-full" };

const LEAVES = new Set<LinePlace["is"]>(["gathered", "in-line", "called"]);

type LineProps = { caskId: string; now: LinePlace };

/** Where somebody stands in line for a stake, and what they can do. */
export function LineScreen({ caskId, now }: LineProps) {
  return (
    <Page top={{ back: { href: caskPath(caskId) } }}>
      <Standing caskId={caskId} now={now} />
      {LEAVES.has(now.is) && (
        <LeaveForm caskId={caskId} label={now.is === "gathered" ? texts.gathered.leave : texts.leave} />
      )}
    </Page>
  );
}

function Standing({ caskId, now }: LineProps) {
  switch (now.is) {
    case "in-line":
      return <Waiting {...now} />;
    case "gathered":
      return <InDraw {...now} />;
    case "called":
      return (
        <>
          <Head look="gain" title={texts.called.title} text={texts.called.text(formatTime(now.untilMs))} />
          <ButtonLink href={offerPath(caskId)}>{texts.called.buy}</ButtonLink>
        </>
      );
    case "passed":
      return (
        <>
          <Head look="unknown" {...texts.passed} />
          <ButtonLink href={offerPath(caskId)}>{texts.passed.again}</ButtonLink>
        </>
      );
    case "over":
      return (
        <>
          <Head look="unknown" {...texts.over[now.why]} />
          <ButtonLink href="/invest">{texts.allCasks}</ButtonLink>
        </>
      );
    case "none":
      return (
        <>
          <Head look="unknown" {...texts.none} />
          <ButtonLink href={caskPath(caskId)}>{texts.cask}</ButtonLink>
        </>
      );
    case "network-full":
      return (
        <>
          <Head look="waiting" {...paymentProblems["network-full"]} />
          <ButtonLink href={caskPath(caskId)}>{texts.cask}</ButtonLink>
        </>
      );
    case "away":
      return (
        <>
          <Head look="waiting" {...texts.away} />
          <ButtonLink href={linePath(caskId)}>{texts.away.again}</ButtonLink>
        </>
      );
  }
}

type HeadProps = { look: "gain" | "waiting" | "unknown"; title: string; text: string };

function Head({ look, title, text }: HeadProps) {
  return (
    <div role="status">
      <ResultHead look={look} title={title}>
        {text}
      </ResultHead>
    </div>
  );
}

function Waiting({ place, paused }: Extract<PlaceNow, { is: "in-line" }>) {
  const { title, text, paused: pausedText, nextTitle, next, nothing } = texts.waiting;
  return (
    <>
      <Head look="waiting" title={title(place)} text={paused ? pausedText : text} />
      <Panel title={nextTitle} look="barley">
        <Steps steps={next} />
      </Panel>
      <p className="text-sm text-peat-60">{nothing}</p>
    </>
  );
}

/** In the first minute of a cask whose places are drawn. */
function InDraw({ ticket, drawnAtMs }: Extract<PlaceNow, { is: "gathered" }>) {
  const { title, text, next, ticket: label, check } = texts.gathered;
  return (
    <>
      <Head look="waiting" title={title} text={text(formatTime(drawnAtMs))} />
      <Panel title={texts.waiting.nextTitle} look="barley">
        <Steps steps={next} />
      </Panel>
      <div>
        <p className="text-sm text-peat-60">{label}</p>
        <p className="figures font-semibold break-all">{ticket}</p>
        <p className="mt-1 text-sm text-peat-60">{check}</p>
      </div>
      <p className="text-sm text-peat-60">{texts.waiting.nothing}</p>
    </>
  );
}

function LeaveForm({ caskId, label }: { caskId: string; label: string }) {
  return (
    <form method="post" action={linePath(caskId)}>
      <input type="hidden" name="cask" value={caskId} />
      <Button look="secondary" name="intent" value="leave">
        {label}
      </Button>
    </form>
  );
}
