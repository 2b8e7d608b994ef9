import { inRoot } from "../steps/project.mjs";

/** `.wrangler` is ignored by git: a backup must never be committed. */
export function nameBackup(source, now = new Date()) {
  const time = now.toISOString().slice(0, 19).replaceAll(":", "-");
  return inRoot(".wrangler", "backups", `${source}-${time}.sql`);
}
