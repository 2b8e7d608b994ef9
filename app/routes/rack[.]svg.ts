import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { rackCask, readDay } from "~/areas/proof/read-audit";
import { drawRack } from "~/domain/pictures/rack";
import { hasSameTag, tagOf } from "~/server/entity-tag";
import { Rack } from "~/ui/pictures/rack";
import theme from "~/theme.css?raw";

const colours = new Map(
  [...theme.matchAll(/(--color-[a-z0-9-]+): (#[0-9a-f]+);/g)].map(([, name, value]) => [name, value]),
);

/** `/rack.svg`: the casks of the newest audit that are not sold, for pages that are files. Reads the published day only. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const day = await readDay(context, "latest");
  const standing = (day?.casks ?? []).filter((cask) => cask.ended_on === null);
  const picture = drawRack(standing.map(rackCask));
  const svg = renderToStaticMarkup(createElement(Rack, { picture }))
    .replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" font-family="system-ui, sans-serif" ')
    // A picture of its own does not see the page's colours.
    .replace(/var\((--color-[a-z0-9-]+)\)/g, (_, name: string) => colours.get(name) ?? "none");
  const headers = { ETag: tagOf(svg), "Cache-Control": "public, max-age=3600" };
  if (hasSameTag(request, headers.ETag)) return new Response(null, { status: 304, headers });
  return new Response(svg, { headers: { ...headers, "Content-Type": "image/svg+xml" } });
}
