import { auditHeadsTexts as texts } from "~/content/audit-heads-texts";
import { AUDIT_PATH } from "~/content/page-paths";
import { Button, ButtonLink } from "~/ui/button";
import { Page, PageTitle } from "~/ui/page";
import { ResultHead } from "~/ui/result-head";

type HeadsProps = {
  token: string;
  /** null: not a link of ours. */
  shown: { does: "confirm" | "stop"; state: "asked" | "confirmed" | "gone" } | null;
  tooMany: boolean;
};

export function HeadsScreen({ token, shown, tooMany }: HeadsProps) {
  if (tooMany) return <Told look="unknown" {...texts.busy} />;
  if (!shown) return <Told look="unknown" {...texts.unknown} />;
  if (shown.state === "gone") return <Told look={shown.does === "stop" ? "gain" : "unknown"} {...texts.gone} />;
  if (shown.does === "confirm" && shown.state === "confirmed") return <Told look="gain" {...texts.confirm.done} />;
  const asked = texts[shown.does];
  return (
    <Page top={{ home: "/" }}>
      <PageTitle lead={asked.lead}>{asked.title}</PageTitle>
      <form method="post" action={`/audit/heads/${token}`}>
        <Button>{asked.button}</Button>
      </form>
    </Page>
  );
}

function Told({ look, title, text }: { look: "gain" | "unknown"; title: string; text: string }) {
  return (
    <Page top={{ home: "/" }}>
      <ResultHead look={look} title={title}>
        {text}
      </ResultHead>
      <ButtonLink href={AUDIT_PATH} look="secondary">
        {texts.audit}
      </ButtonLink>
    </Page>
  );
}
