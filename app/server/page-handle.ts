/** What a route says about its page: `export const handle: PageHandle = {...}`. Without `hydrate` it ships no JavaScript. */
export type PageHandle = {
  /** The page runs React in the browser. */
  hydrate?: true;
  /** Needs no request data: rendered at build time and served as a file. */
  prerender?: true;
  /** The file contains marks that the Worker replaces with current figures. */
  live?: true;
  /** The one inline script of a page that does not hydrate, at most 2 kB. */
  inlineScript?: string;
  /** Public legal pages are black. */
  tone?: "black";
};

export function pageHandle(matches: readonly { handle?: unknown }[]): PageHandle {
  return Object.assign({}, ...matches.map((match) => match.handle ?? {})) as PageHandle;
}

/** The paths of a build's live pages. */
export const livePathsOf = (routes: Routes) => pathsWith("live", routes);

/** The paths of all pages that a build has as files. */
export const filePathsOf = (routes: Routes) => pathsWith("prerender", routes);

type Routes = Record<string, PathRoute | undefined>;
type PathRoute = { path?: string; index?: boolean; module: { handle?: unknown } };

function pathsWith(kind: "live" | "prerender", routes: Routes): Set<string> {
  const found = Object.values(routes).filter((route) => (route?.module.handle as PageHandle | undefined)?.[kind]);
  return new Set(found.map((route) => `/${route?.path ?? ""}`));
}

/** A waiting page's data says when to reload: 'SECONDS;url=/path'. */
export function refreshOf(matches: readonly { data?: unknown }[]): string | null {
  const data = matches.at(-1)?.data;
  const refresh = typeof data === "object" && data !== null && "refresh" in data ? data.refresh : null;
  return typeof refresh === "string" ? refresh : null;
}
