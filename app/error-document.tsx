import { renderToStaticMarkup } from "react-dom/server";
import { company } from "./content/company";
import { errorPageOf, errorPages } from "./content/error-pages";
import { inlineStyles } from "./inline-styles";
import { contentSecurityPolicy } from "./server/content-security-policy";
import { ErrorPage } from "./ui/error-page";

/**
 * The error page that routes show, for answers that no route renders: a form from another site, a missing file.
 * Self-contained: inline style, no script.
 */
export async function errorDocument(status: number, retryAfter: string | null = null): Promise<Response> {
  const kind = errorPageOf(status);
  const markup = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <title>{`${errorPages[kind].title} · ${company.brand}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <style dangerouslySetInnerHTML={{ __html: inlineStyles.text }} />
      </head>
      <body>
        <ErrorPage kind={kind} retryInSeconds={retryAfter === null ? undefined : Number(retryAfter)} />
      </body>
    </html>,
  );
  return new Response(`<!DOCTYPE html>${markup}`, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      ...(retryAfter !== null && { "Retry-After": retryAfter }),
      "Content-Security-Policy": contentSecurityPolicy({
        styleHash: await inlineStyles.hash(),
        scriptHash: null,
        formHosts: [],
      }),
    },
  });
}

/** For an empty error response to a browser, which would otherwise show its own blank page. */
export function isBlankFailure(request: Request, response: Response): boolean {
  return (
    response.status >= 400 && response.body === null && (request.headers.get("Accept") ?? "").includes("text/html")
  );
}
