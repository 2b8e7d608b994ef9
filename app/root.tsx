import type { HeadersFunction } from "@remix-run/cloudflare";
import { isRouteErrorResponse, type MetaFunction, Meta, Outlet, useMatches, useRouteError } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { company } from "./content/company";
import { errorPageOf } from "./content/error-pages";
import { FEED_PATH } from "./content/page-paths";
import { feedTexts } from "./content/site-texts";
import { handleOfPage } from "./handle-of-page";
import { refreshOf } from "./server/page-handle";
import { ErrorPage } from "./ui/error-page";
import { RenderContext } from "./ui/render-context";

export const meta: MetaFunction = () => [{ title: company.brand }];

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const { inlineScript, tone } = handleOfPage(matches);
  const { refresh, reload } = refreshOf(matches);
  return (
    <html lang="en" className={tone === "black" ? "bg-black" : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={tone === "black" ? "#000000" : "#ffffff"} />
        <Meta />
        {/* The server writes the page's style into it: entry.server. */}
        <style />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        <link rel="alternate" type="application/atom+xml" href={FEED_PATH} title={feedTexts.title} />
        {reload && (
          <noscript>
            <meta httpEquiv="refresh" content={reload} />
          </noscript>
        )}
      </head>
      <body data-refresh={refresh ?? undefined}>
        {children}
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
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { requestId, signedIn } = useContext(RenderContext);
  const kind = isRouteErrorResponse(error) ? errorPageOf(error.status) : "server";
  return <ErrorPage kind={kind} reference={kind === "server" ? requestId : undefined} signedIn={signedIn} />;
}
