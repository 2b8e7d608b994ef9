/**
 * The network an address belongs to: of IPv4 the /24, of IPv6 the /56 that one household is given. Anyone who has a network has all of its
 * addresses.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  if (!mapped.includes(":")) return mapped.replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0");
  const [head = "", tail] = mapped.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right];
  const [a = "0", b = "0", c = "0", d = "0"] = groups;
  return [a, b, c, `${d.padStart(4, "0").slice(0, 2)}00`].map((group) => group.replace(/^0+(?=.)/, "")).join(":");
}
