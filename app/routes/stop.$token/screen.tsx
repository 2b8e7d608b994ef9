import { givenUp, stopClosingTexts as texts } from "~/content/closing-texts";
import { formatInstant } from "~/domain/instant";
import type { StoppableClosing } from "~/areas/accounts/closing/stop-closing";
import { PageTitle } from "~/ui/page";
import { StopFacts, StopForm, StopHead, StopPage } from "~/ui/stop-page";

type StopClosingProps = { stopToken: string; closing: StoppableClosing };

function Waiting({ stopToken, closing }: StopClosingProps) {
  return (
    <>
      <PageTitle lead={texts.lead}>{texts.title}</PageTitle>
      <StopFacts
        rows={[
          { label: texts.asked, value: formatInstant(closing.askedAtMs) },
          { label: texts.closes, value: formatInstant(closing.closesFromMs) },
          { label: texts.given, value: givenUp(closing).join(", ") || texts.nothing },
        ]}
      />
      <StopForm action={`/stop/${stopToken}`} button={texts.button} effect={texts.effect} />
    </>
  );
}

export function StopClosingScreen({ stopToken, closing }: StopClosingProps) {
  return (
    <StopPage>
      {closing.state === "waiting" ? (
        <Waiting stopToken={stopToken} closing={closing} />
      ) : (
        <StopHead {...texts.heads[closing.state]} />
      )}
    </StopPage>
  );
}
