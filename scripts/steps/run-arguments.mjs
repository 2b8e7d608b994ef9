/**
 * What `npm start -- ...` is given: a port is for our own front, which stands before wrangler; the rest is for `wrangler dev`.
 * @param {readonly string[]} given
 * @returns {{ port: string | null, extra: string[] }}
 */
export function readRunArguments(given) {
  const extra = [];
  let port = null;
  for (let at = 0; at < given.length; at += 1) {
    const one = given[at];
    if (one === "--port") port = given[(at += 1)] ?? "";
    else if (one.startsWith("--port=")) port = one.slice("--port=".length);
    else extra.push(one);
  }
  return { port, extra };
}
