import { givenUp, stopClosingTexts as texts } from "~/content/closing-texts";
import { formatInstant } from "~/domain/instant";
import type { StoppableClosing } from "~/features/closing/stop-closing";
import { Button } from "~/ui/button";
import { DefinitionRows } from "~/ui/definition-rows";
import { Page, PageTitle } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";
import { WriteToUs } from "~/ui/write-to-us";

type StopClosingProps = { stopToken: string; closing: StoppableClosing };

function Facts({ closing }: { closing: StoppableClosing }) {
  return (
    <div className="rounded-md border border-peat-30 p-4">
      <DefinitionRows
        rows={[
          { label: texts.asked, value: formatInstant(closing.askedAtMs) },
          { label: texts.closes, value: formatInstant(closing.closesFromMs) },
          { label: texts.given, value: givenUp(closing).join(", ") || texts.nothing },
        ]}
      />
    </div>
  );
}

function Head({ name }: { name: keyof typeof texts.heads }) {
  const { look, title, text } = texts.heads[name];
  return (
    <ResultHead look={look} title={title}>
      {text}
    </ResultHead>
  );
}

export function StopClosingScreen({ stopToken, closing }: StopClosingProps) {
  return (
    <Page top={{ home: "/" }}>
      {closing.state === "waiting" ? (
        <>
          <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
          <Facts closing={closing} />
          <form method="post" action={`/stop/${stopToken}`} className="flex flex-col gap-3">
            <Button>{texts.button}</Button>
            <p className="text-sm text-peat-60">{texts.effect}</p>
          </form>
        </>
      ) : (
        <Head name={closing.state} />
      )}
      <WriteToUs />
    </Page>
  );
}
