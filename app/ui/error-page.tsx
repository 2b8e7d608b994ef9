import { company } from "~/content/company";
import { errorPages, errorTexts, type ErrorPageKind } from "~/content/error-pages";
import { ButtonLink } from "./button";
import { Page } from "./page";
import { ResultHead } from "./result-head";

export type ErrorPageProps = {
  kind: ErrorPageKind;
  /** Never the error itself. */
  reference?: string;
  retryInSeconds?: number;
  signedIn?: boolean;
};

export function ErrorPage({ kind, reference, retryInSeconds, signedIn = false }: ErrorPageProps) {
  const text = errorPages[kind];
  const missing = kind === "not-found";
  const action = missing && signedIn ? errorTexts.allCasks : text.action;
  return (
    <Page top={{ home: "/" }} tabs={signedIn && missing ? { activated: true } : undefined}>
      <ResultHead look={text.look} title={text.title}>
        {text.happened}
      </ResultHead>
      {(text.money || reference) && (
        <div className="flex flex-col gap-2 rounded-md bg-barley p-4 text-sm">
          {text.money && <p>{text.money}</p>}
          {retryInSeconds !== undefined && <p>{errorTexts.retryIn(retryInSeconds)}</p>}
          {reference && (
            <p>
              Reference: <strong className="font-mono font-semibold break-all">{reference}</strong>. Mention it if you
              write to{" "}
              <a href={`mailto:${company.support.email}`} className="text-copper underline">
                {company.support.email}
              </a>
              .
            </p>
          )}
        </div>
      )}
      <div className="flex flex-col gap-3">
        <ButtonLink href={action.href}>{action.label}</ButtonLink>
        {kind !== "offline" && (
          <ButtonLink href="/customer-support" look="secondary">
            Customer support
          </ButtonLink>
        )}
      </div>
    </Page>
  );
}
