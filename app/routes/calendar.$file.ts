import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { calendarTexts } from "~/content/calendar-texts";
import { secretIn } from "~/areas/holdings/calendar/feed-address";
import { readFeed } from "~/areas/holdings/calendar/read-feed";
import { hasSameTag, tagOf } from "~/server/entity-tag";
import { MemoryLimit } from "~/server/memory-limit";
import { networkKey } from "~/server/network-key";
import { notFound } from "~/server/not-found";

const HOUR_MS = 3_600_000;
/** A calendar asks a few times an hour at most. */
const ofOneAddress = new MemoryLimit(60, HOUR_MS);
/** Calendars on the web ask from few networks for very many people. */
const ofOneNetwork = new MemoryLimit(600, HOUR_MS);

/** `/calendar/SECRET.ics`: answers anyone who has the address, without a login. It is never cached on the way. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const secret = secretIn(params.file);
  const nowMs = context.nowMs();
  const waitS =
    ofOneNetwork.take(await networkKey(context, "calendar"), nowMs) ??
    (secret === null ? null : ofOneAddress.take(secret, nowMs));
  if (waitS !== null) {
    return new Response(calendarTexts.tooMany, { status: 429, headers: { "Retry-After": String(waitS) } });
  }
  const feed = secret === null ? null : await readFeed(context, secret);
  if (feed === null) throw notFound();
  const tag = tagOf(feed);
  const headers = {
    // Asked again each time, so that an address that was stopped is gone at once.
    "Cache-Control": "private, no-cache",
    ETag: tag,
    "X-Robots-Tag": "noindex",
  };
  if (hasSameTag(request, tag)) return new Response(null, { status: 304, headers });
  return new Response(feed, {
    headers: {
      ...headers,
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": 'inline; filename="dunnage.ics"',
    },
  });
}
