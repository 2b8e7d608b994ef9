import type { HeadersFunction } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  type MetaFunction,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { company } from "./content/company";
import { type ErrorPageKind, errorPageOf } from "./content/error-pages";
import { isHydrated } from "./server/hydrated-paths";
import { pageHandle, refreshOf } from "./server/page-handle";
import { busyFormsScript } from "./ui/busy-forms";
import { ErrorPage } from "./ui/error-page";
import { useKeptFocus } from "./ui/keep-focus";
import { keptLinkScript } from "./ui/kept-link";
import { RenderContext } from "./ui/render-context";
import { PageStyle, StartScripts } from "./ui/start-scripts";

export const meta: MetaFunction = () => [{ title: company.brand }];

export function Layout({ children }: { children: ReactNode }) {
  const { nonce } = useContext(RenderContext);
  const matches = useMatches();
  const { hydrate, inlineScript, tone } = pageHandle(matches);
  const { refresh, reload } = refreshOf(matches);
  return (
    <html lang="en" className={tone === "black" ? "bg-black" : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={tone === "black" ? "#000000" : "#ffffff"} />
        <Meta />
        <PageStyle />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {reload && (
          <noscript>
            <meta httpEquiv="refresh" content={reload} />
          </noscript>
        )}
      </head>
      <body data-refresh={refresh ?? undefined}>
        {children}
        {hydrate && <ScrollRestoration nonce={nonce} />}
        {hydrate && <StartScripts nonce={nonce} />}
        {hydrate && (
          <script
            nonce={nonce}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: busyFormsScript + keptLinkScript }}
          />
        )}
        {inlineScript && <script dangerouslySetInnerHTML={{ __html: inlineScript }} />}
      </body>
    </html>
  );
}

/** An error page says when to come again, as the answer that led to it does. */
export const headers: HeadersFunction = ({ errorHeaders }) => {
  const again = errorHeaders?.get("Retry-After");
  return new Headers(again ? { "Retry-After": again } : undefined);
};

export default function App() {
  useKeptFocus();
  return <Outlet />;
}

/** What browsers throw when the data of a page could not be fetched during client navigation; their wording differs. */
const UNREACHED = /failed to fetch|networkerror|load failed/i;

function errorPageFor(error: unknown): ErrorPageKind {
  if (isRouteErrorResponse(error)) return errorPageOf(error.status);
  return error instanceof TypeError && UNREACHED.test(error.message) ? "offline" : "server";
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { requestId, signedIn } = useContext(RenderContext);
  // In the browser only the path tells: anyone who sees a page that hydrates has signed in.
  const known = isHydrated(useLocation().pathname) || signedIn;
  const kind = errorPageFor(error);
  return <ErrorPage kind={kind} reference={kind === "server" ? requestId : undefined} signedIn={known} />;
}
