const LONGEST = 500;
/** Names of networks that nobody else can reach. */
const PRIVATE = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|onion|invalid)$/;
/** A name with a dot and a top-level name of letters: no address in numbers, however written. */
const PUBLIC_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;

/**
 * Whether we may send to this address, which a browser has told us and anyone can make up: https at the usual port of a public
 * host name, without a name and password, taken literally and not as a parser may read it.
 */
export function isPushEndpoint(text: string): boolean {
  if (text.length > LONGEST || !URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    url.href === text &&
    url.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    url.hash === "" &&
    PUBLIC_NAME.test(url.hostname) &&
    !PRIVATE.test(url.hostname)
  );
}
