import { networkOf } from "~/core/limits/network-of";
import type { RequestContext } from "./context";
import { keyedHash } from "./keyed-hash";

/** Stands for the network of the request wherever requests of one network are counted: no address is stored. */
export function networkKey({ config, ip }: Pick<RequestContext, "config" | "ip">, purpose: string): Promise<string> {
  return keyedHash(config.CODE_SECRET, `${purpose}:${networkOf(ip)}`);
}
