import { appScript } from "./ui/app-script";
import { consoleScript } from "./ui/console/console-script";
import type { PageHandle } from "./server/page-handle";

/** The handles of a page's routes, joined, with what follows from its kind. */
export function handleOfPage(matches: readonly { id?: string; handle?: unknown }[]): PageHandle {
  const said = Object.assign({}, ...matches.map((match) => match.handle ?? {})) as PageHandle;
  const { investor, inlineScript = "" } = said;
  const console = matches.some(({ id }) => id?.startsWith("routes/operator"));
  const ofKind = [investor && appScript, console && consoleScript];
  const script = ofKind.filter(Boolean).join("") + inlineScript;
  return {
    ...said,
    ...(console && { console }),
    ...(script !== "" && { inlineScript: script }),
    ...(investor && { worker: true }),
  };
}
