/** The program has no types of its own, so that a stranger reads one plain file. */
declare module "*/verify-audit.mjs" {
  type Report = {
    ok: boolean;
    problems: { day: string; field: string; what: string }[];
    lines: string[];
  };
  type Options = {
    heads?: [date: string, hash: string][];
    days?: number;
    lists?: boolean;
    keys?: string[];
    get?: typeof fetch;
  };

  export function main(words: string[]): Promise<[said: string, code: number]>;
  /** Checks the file of a certificate or a wallet that somebody kept. */
  export function verifyFile(
    file: string,
    buffer: ArrayBuffer | Uint8Array,
    keys?: string[],
  ): Promise<{ ok: boolean; lines: string[] }>;
  export function verifyFiles(paths: string[], options?: Options): Promise<Report>;
  export function verifyOrigin(origin: string, options?: Options): Promise<Report>;
}
