/** The program has no types of its own, so that a stranger reads one plain file. */
declare module "*/verify-audit.mjs" {
  type Report = {
    ok: boolean;
    problems: { day: string; field: string; what: string }[];
    head: string | null;
    lists: number;
    stakes: number;
  };
  type Options = {
    heads?: [date: string, hash: string][];
    days?: number;
    lists?: boolean;
    threads?: number;
    get?: typeof fetch;
  };
  type Progress = { days: number; lists: number; ofLists: number; bytes: number };

  export function main(words: string[]): Promise<[said: string, code: number]>;
  export function linesOf(report: Report): string[];
  /** Of the file of a wallet that somebody kept. */
  type Kept = { ok: boolean; lines: string[]; means: string[] };
  export function verifyFile(file: string, buffer: ArrayBuffer | Uint8Array): Promise<Kept>;
  export function verifyFiles(paths: string[], options?: Options): Promise<Report>;
  export function verifyOrigin(
    origin: string,
    options?: Options,
    onProgress?: (progress: Progress) => void,
  ): Promise<Report>;
}
