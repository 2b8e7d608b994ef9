import type { ReactNode } from "react";
import { company } from "~/content/company";
import { stopTexts } from "~/content/closing-texts";
import { Button } from "./button";
import { type DefinitionRow, DefinitionRows } from "./definition-rows";
import { Page } from "./page";
import { Panel } from "./panel";
import { ResultHead } from "./result-head";
import type { StatusLook } from "./status-mark";

/** Anyone who has the link may see it, so it names nobody. */
export function StopPage({ children }: { children: ReactNode }) {
  return (
    <Page top={{ home: "/" }}>
      {children}
      <Panel title={stopTexts.write.title} look="barley">
        <p className="text-sm wrap-anywhere">
          {stopTexts.write.text}
          <a href={`mailto:${company.support.email}`} className="text-copper underline">
            {company.support.email}
          </a>
        </p>
      </Panel>
    </Page>
  );
}

export function StopHead({ look, title, text }: { look: StatusLook; title: string; text: string }) {
  return (
    <ResultHead look={look} title={title}>
      {text}
    </ResultHead>
  );
}

export function StopFacts({ rows }: { rows: DefinitionRow[] }) {
  return (
    <Panel>
      <DefinitionRows rows={rows} />
    </Panel>
  );
}

export function StopForm({ action, button, effect }: { action: string; button: string; effect?: string | null }) {
  return (
    <form method="post" action={action} className="flex flex-col gap-3">
      <Button>{button}</Button>
      {effect && <p className="text-sm text-peat-60">{effect}</p>}
    </form>
  );
}
