import { liveFigures, type LiveBoard } from "~/areas/proof/live-figures";

const KEY = "live-figures";
/** In seconds; KV's minimum. */
const KEPT_NEARBY_S = 60;

/** The board is one KV record, so that a page costs one read whatever it shows. */
export function liveBoard(kv: KVNamespace): LiveBoard {
  return {
    async read({ fresh } = { fresh: false }) {
      const kept = await kv.get(KEY, { type: "text", cacheTtl: fresh ? undefined : KEPT_NEARBY_S });
      return kept === null ? null : parse(kept);
    },
    write: (figures) => kv.put(KEY, JSON.stringify(figures)),
  };
}

function parse(kept: string) {
  try {
    return liveFigures.safeParse(JSON.parse(kept)).data ?? null;
  } catch {
    return null;
  }
}
