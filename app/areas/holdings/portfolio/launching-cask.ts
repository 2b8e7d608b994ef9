import { isLaunching, isStillShown } from "~/domain/first-hour";
import type { Deps } from "~/core/deps";
import type { Session } from "~/core/session/session";
import type { KnownViewer } from "~/areas/casks/list-casks";
import { readCask } from "./read-cask";

type Shown = Omit<Awaited<ReturnType<typeof readCask>>, "viewer" | "watched"> & {
  viewer: { activated: boolean };
  /** null: not known here. */
  watched: boolean | null;
};

/** Of casks that are launching, without anything of a person. */
const kept = new Map<string, { readAtMs: number; shown: Omit<Shown, "viewer" | "nowMs"> }>();

/**
 * A cask's page. While the cask is launching, it is read for everybody once in five seconds in each isolate, and shown to the others as it
 * was then, without what is the viewer's own and without a round trip. Else one round trip.
 */
export async function readCaskPage(
  deps: Pick<Deps, "db" | "nowMs">,
  session: Session,
  caskId: string,
  known: () => Promise<KnownViewer | null>,
): Promise<Shown> {
  const nowMs = deps.nowMs();
  const last = kept.get(caskId);
  if (last?.shown.cask && isLaunching(last.shown.cask.launchesOn, nowMs)) {
    const viewer = isStillShown(last, nowMs) ? await known() : null;
    if (viewer) return { ...last.shown, viewer, nowMs };
  } else kept.delete(caskId);
  const read = await readCask(deps, session, caskId);
  const { cask, facts, feeCents } = read;
  if (cask && isLaunching(cask.launchesOn, nowMs)) {
    const shown = { cask, feeCents, facts: { ...facts, own: [], valuations: [] }, watched: null, ownsStakes: false };
    kept.set(caskId, { readAtMs: nowMs, shown });
  }
  return read;
}
