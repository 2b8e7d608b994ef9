// `wrangler dev` tells the Worker its port with each request only. The app's origin and the sandbox's follow from it, so
// that `wrangler dev --port N` needs no other setting.

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

let port: string | null = null;
const copies = new WeakMap<object, { port: string; copy: object }>();

export function noteOwnPort({ hostname, port: given }: URL): void {
  if (LOOPBACK.has(hostname)) port = given || "80";
}

/** The bindings with the origins of this run; the same object each time, because the app keeps what it reads from them. */
export function onOwnPort<B extends object>(bindings: B): B {
  if (port === null) return bindings;
  const known = copies.get(bindings);
  if (known?.port === port) return known.copy as B;
  const copy = { ...bindings, APP_ORIGIN: `http://localhost:${port}`, SANDBOX_ORIGIN: `http://127.0.0.1:${port}` };
  copies.set(bindings, { port, copy });
  return copy;
}
