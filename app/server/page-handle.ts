/** What a route says about its page: `export const handle: PageHandle = {...}`. Without `hydrate` a page ships no JavaScript. */
export type PageHandle = {
  /** The page runs React in the browser. */
  hydrate?: true;
  /** Needs no request data: rendered at build time and served as a file. */
  prerender?: true;
  /** The file has marks in it, and the Worker writes over them what they stand for now. */
  live?: true;
  /** The one inline script of a page that does not hydrate, at most 2 kB. */
  inlineScript?: string;
  /** Public legal pages are black. */
  tone?: "black";
};

export function pageHandle(matches: readonly { handle?: unknown }[]): PageHandle {
  return Object.assign({}, ...matches.map((match) => match.handle ?? {})) as PageHandle;
}

/** The addresses of the pages whose files have marks in them, in a build. */
export const livePathsOf = (routes: Routes) => pathsWith("live", routes);

/** The addresses of all pages that are files, in a build. */
export const filePathsOf = (routes: Routes) => pathsWith("prerender", routes);

type Routes = Record<string, PathRoute | undefined>;
type PathRoute = { path?: string; index?: boolean; module: { handle?: unknown } };

function pathsWith(kind: "live" | "prerender", routes: Routes): Set<string> {
  const found = Object.values(routes).filter((route) => (route?.module.handle as PageHandle | undefined)?.[kind]);
  return new Set(found.map((route) => `/${route?.path ?? ""}`));
}

/** A page that waits says in its data when to look again: 'SECONDS;url=/path'. */
export function refreshOf(matches: readonly { data?: unknown }[]): string | null {
  const data = matches.at(-1)?.data;
  const refresh = typeof data === "object" && data !== null && "refresh" in data ? data.refresh : null;
  return typeof refresh === "string" ? refresh : null;
}
