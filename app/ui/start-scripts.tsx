import { UNSAFE_RemixContext as RemixContext, useMatches } from "@remix-run/react";
import { type ContextType, useContext } from "react";

type Manifest = NonNullable<ContextType<typeof RemixContext>>["manifest"];

/** Known when building, so that the browser's build has nothing of what the server writes. */
const IN_BROWSER = !import.meta.env.SSR;

/** A page's style is written into it by the server; when React draws the document again, it is this. */
const style = IN_BROWSER ? (document.querySelector("head style")?.textContent ?? "") : "";

export function PageStyle() {
  return <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: style }} />;
}

/**
 * Hands the page's data to React and starts it: as Remix's `Scripts` do, but all files are asked for by one asynchronous script,
 * after which a browser paints, instead of by preloads, which come before it.
 */
export function StartScripts({ nonce }: { nonce: string | undefined }) {
  const matches = useMatches();
  const context = useContext(RemixContext);
  const texts =
    IN_BROWSER || !context
      ? ["", ""]
      : [`window.__remixContext = ${context.serverHandoffString};`, start(context.manifest, matches)];
  return texts.map((text, index) => (
    <script
      key={index}
      nonce={nonce}
      suppressHydrationWarning
      type={index === 1 ? "module" : undefined}
      async={index === 1}
      dangerouslySetInnerHTML={{ __html: text }}
    />
  ));
}

function start({ entry, routes, url }: Manifest, matches: readonly { id: string }[]) {
  const ids = matches.map(({ id }) => id);
  const modules = ids.map((id) => routes[id]?.module);
  const files = [url, ...entry.imports, ...ids.flatMap((id) => routes[id]?.imports ?? [])];
  const others = [...new Set(files)].filter((file) => !modules.includes(file));
  return [
    ...others.map((file) => `import ${JSON.stringify(file)};`),
    ...modules.map((file, index) => `import * as r${index} from ${JSON.stringify(file)};`),
    `window.__remixRouteModules = {${ids.map((id, index) => `${JSON.stringify(id)}:r${index}`).join()}};`,
    `import(${JSON.stringify(entry.module)});`,
  ].join("");
}
