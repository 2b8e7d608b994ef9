import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

// `import hash from "./file?sha256"`: the SHA-256 of a file's bytes, in hex. The Worker names the hashes of programs that it does not hold.

const QUERY = "?sha256";

export const fileHash: Plugin = {
  name: "file-hash",
  enforce: "pre",
  load(id) {
    if (!id.endsWith(QUERY)) return null;
    const path = id.slice(0, -QUERY.length);
    this.addWatchFile(path);
    return `export default "${createHash("sha256").update(readFileSync(path)).digest("hex")}";`;
  },
};
