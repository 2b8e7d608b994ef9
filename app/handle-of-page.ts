import { appScript } from "./ui/app-script";
import { consoleScript } from "./ui/console/console-script";
import { islandScript } from "./ui/island-script";
import type { PageHandle } from "./server/page-handle";

/** What the routes of a page say about it, with what follows from its kind. */
export function handleOfPage(matches: readonly { handle?: unknown }[]): PageHandle {
  const said = Object.assign({}, ...matches.map((match) => match.handle ?? {})) as PageHandle;
  const { investor, console, islands, inlineScript = "" } = said;
  const ofKind = [investor && appScript, console && consoleScript, islands && islandScript];
  const script = ofKind.filter(Boolean).join("") + inlineScript;
  return {
    ...said,
    ...(script !== "" && { inlineScript: script }),
    ...(investor && { worker: true }),
    ...(islands && { scriptFiles: "/assets/" }),
  };
}
