/** What a route says about its page: `export const handle: PageHandle = {...}`. Without `hydrate` it ships no JavaScript. */
export type PageHandle = {
  /** The page runs React in the browser. */
  hydrate?: true;
  /** Needs no request data: rendered at build time and served as a file. */
  prerender?: true;
  /** The file contains marks that the Worker replaces with current figures. */
  live?: true;
  /** Of a live page: the address of a second file, drawn for visitors who are signed in. Only the Worker asks for it. */
  knownFile?: `/${string}`;
  /** The one inline script of a page that does not hydrate, at most 2 kB. */
  inlineScript?: string;
  /** Public legal pages are black. */
  tone?: "black";
};

export function pageHandle(matches: readonly { handle?: unknown }[]): PageHandle {
  return Object.assign({}, ...matches.map((match) => match.handle ?? {})) as PageHandle;
}

/** The paths of a build's live pages, each with the path of the file for signed-in visitors. */
export function livePagesOf(routes: Record<string, LivePageRoute | undefined>): Map<string, string | null> {
  const pages = new Map<string, string | null>();
  for (const route of Object.values(routes)) {
    const handle = route?.module.handle as PageHandle | undefined;
    if (handle?.live) pages.set(`/${route?.index ? "" : (route?.path ?? "")}`, handle.knownFile ?? null);
  }
  return pages;
}

type LivePageRoute = { path?: string; index?: boolean; module: { handle?: unknown } };

/** A waiting page's data says when to reload: 'SECONDS;url=/path'. */
export function refreshOf(matches: readonly { data?: unknown }[]): string | null {
  const data = matches.at(-1)?.data;
  const refresh = typeof data === "object" && data !== null && "refresh" in data ? data.refresh : null;
  return typeof refresh === "string" ? refresh : null;
}
