import { TILE_WIDTH, tileOfPath } from "~/domain/log/tiles";
import { CHECKPOINT_KEY, LOG_FOLDER, VERIFIER_KEYS_KEY } from "./log-deps";

export type LogFile = { file: R2ObjectBody; /** It never changes. */ lasting: boolean; type: string };

const TEXT_TYPE = "text/plain; charset=utf-8";

/** A file of the public log. @param path below /log/. One read. */
export async function readLogFile({ proof }: { proof: R2Bucket }, path: string): Promise<LogFile | null> {
  const key = `${LOG_FOLDER}/${path}`;
  const tile = tileOfPath(path);
  if (!tile && key !== CHECKPOINT_KEY && key !== VERIFIER_KEYS_KEY) return null;
  const file = await proof.get(key);
  if (!file) return null;
  const lasting = tile?.width === TILE_WIDTH;
  return { file, lasting, type: tile ? "application/octet-stream" : TEXT_TYPE };
}
