import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));

export type SourceFile = { path: string; text: string };

/** The text files of these folders (or single files), with their paths from the project's root. */
export function sourceFiles(folders: readonly string[], pattern: RegExp): SourceFile[] {
  return folders
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && pattern.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name))
        // Leftovers of tools are not our sources.
        .filter((file) => !/\/(\.wrangler|\.tmp)\//.test(file)),
    )
    .sort()
    .map((file) => ({ path: relative(root, file), text: readFileSync(file, "utf8") }));
}

/** The paths of files that break a rule; a test expects none. */
export const offenders = (files: readonly SourceFile[], breaks: (file: SourceFile) => boolean) =>
  files.filter(breaks).map((file) => file.path);
