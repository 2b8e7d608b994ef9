/**
 * Facts that a route states about its page: `export const handle: PageHandle = {...}`; `~/handle-of-page` adds what
 * follows from its kind.
 */
export type PageHandle = {
  /** Needs no request data: rendered at build time and served as a file. */
  prerender?: true;
  /** Public and the same for every visitor, with figures as of now: drawn at most once a minute for each query of these parameters. */
  minute?: readonly string[];
  inlineScript?: string;
  scriptFiles?: `/${string}`;
  asksUs?: true;
  /** The page is the same for everyone, so a client that already has it gets a 304 by its tag. */
  tagged?: true;
  worker?: true;
  style?: "landing";
  investor?: "account" | "purchase";
  /** An operator's page, by its route. */
  console?: true;
  tone?: "black";
};

export function minutePathsOf(routes: Routes): Map<string, readonly string[]> {
  return new Map(pagesWith("minute", routes).map(({ path, handle }) => [path, handle.minute ?? []]));
}

export function filePathsOf(routes: Routes): Set<string> {
  return new Set(pagesWith("prerender", routes).map(({ path }) => path));
}

export function pathsThatAnswer(routes: Routes): Set<string> {
  const answering = Object.values(routes).filter((route) => route?.module.loader !== undefined);
  return new Set(pagesWith("prerender", answering).map(({ path }) => path));
}

type Routes = Record<string, PathRoute | undefined>;
type PathRoute = { path?: string; index?: boolean; module: { handle?: unknown; loader?: unknown } };

function pagesWith(
  kind: "minute" | "prerender",
  routes: Routes | (PathRoute | undefined)[],
): { path: string; handle: PageHandle }[] {
  return Object.values(routes).flatMap((route) => {
    const handle = route?.module.handle as PageHandle | undefined;
    return handle?.[kind] ? [{ path: `/${route?.path ?? ""}`, handle }] : [];
  });
}

/**
 * A waiting page's data says when to look again: 'SECONDS;url=/path'. `refresh` is for the script; a page without JavaScript
 * reloads by `reload`, and by `refresh` if the data has no `reload`. null: not at all.
 */
export function refreshOf(matches: readonly { data?: unknown }[]): { refresh: string | null; reload: string | null } {
  const data: unknown = matches.at(-1)?.data;
  const said = (name: "refresh" | "reload", otherwise: string | null) => {
    if (typeof data !== "object" || data === null || !(name in data)) return otherwise;
    const text = (data as Record<string, unknown>)[name];
    return typeof text === "string" ? text : null;
  };
  const refresh = said("refresh", null);
  return { refresh, reload: said("reload", refresh) };
}
