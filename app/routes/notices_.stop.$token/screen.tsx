import { noticeChoiceTexts } from "~/content/notice-choice-texts";
import { Button, ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";

type StopNoticesProps = {
  token: string;
  /** null: not a link of ours. */
  stop: { topic: keyof typeof noticeChoiceTexts.topics; wanted: boolean } | null;
  tooMany: boolean;
};

const { stop: texts, topics } = noticeChoiceTexts;

export function StopNoticesScreen({ token, stop, tooMany }: StopNoticesProps) {
  if (tooMany)
    return (
      <Page top={{ home: "/" }}>
        <ResultHead look="unknown" title={texts.tooMany.title}>
          {texts.tooMany.text}
        </ResultHead>
      </Page>
    );
  if (!stop?.wanted) {
    const head = stop ? texts.stopped : texts.unknown;
    return (
      <Page top={{ home: "/" }}>
        <ResultHead look={stop ? "gain" : "unknown"} title={head.title}>
          {head.text}
        </ResultHead>
        {stop && (
          <ButtonLink href="/notices" look="secondary">
            {texts.settings}
          </ButtonLink>
        )}
      </Page>
    );
  }
  return (
    <Page top={{ home: "/" }}>
      <PageTitle lead={texts.lead}>{texts.title(topics[stop.topic].label)}</PageTitle>
      <form method="post" action={`/notices/stop/${token}`}>
        <Button>{texts.button}</Button>
      </form>
    </Page>
  );
}
