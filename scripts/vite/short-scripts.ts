import { minify } from "terser";
import type { Plugin } from "vite";

// The scripts that stand in pages (`compactScript`) are part of each first view. The build makes them as short as a bundle's, a
// tenth shorter than without their space. What is put together with `${}` stays as it is written.

const CALL = /compactScript\(`((?:[^`\\$]|\\[^]|\$(?!\{))*)`\)/g;

async function shortened(source: string): Promise<string> {
  // As the template literal would say it.
  const script = source.replace(/\\([`\\$])/g, "$1");
  const { code = "" } = await minify(script, { ecma: 2020, compress: { passes: 3 }, format: { ecma: 2020 } });
  return `${code.replace(/;$/, "")};`;
}

export const shortScripts: Plugin = {
  name: "short-scripts",
  apply: "build",
  enforce: "pre",
  async transform(code, id) {
    const calls = id.includes("/app/") ? [...code.matchAll(CALL)] : [];
    let made = code;
    for (const [call, source = ""] of calls) {
      const short = JSON.stringify(await shortened(source));
      made = made.replace(call, () => short);
    }
    return calls.length > 0 ? { code: made, map: null } : null;
  },
};
