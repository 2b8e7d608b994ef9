/** What a route says about its page: `export const handle: PageHandle = {...}`. Without `hydrate` a page ships no JavaScript. */
export type PageHandle = {
  /** The page runs React in the browser. */
  hydrate?: true;
  /** Needs no request data: rendered at build time and served as a file. */
  prerender?: true;
  /** The one inline script of a page that does not hydrate, at most 2 kB. */
  inlineScript?: string;
  /** Public legal pages are black. */
  tone?: "black";
};

export function pageHandle(matches: readonly { handle?: unknown }[]): PageHandle {
  return Object.assign({}, ...matches.map((match) => match.handle ?? {})) as PageHandle;
}

/** A page that waits says in its data when to look again: 'SECONDS;url=/path'. */
export function refreshOf(matches: readonly { data?: unknown }[]): string | null {
  const data = matches.at(-1)?.data;
  const refresh = typeof data === "object" && data !== null && "refresh" in data ? data.refresh : null;
  return typeof refresh === "string" ? refresh : null;
}
