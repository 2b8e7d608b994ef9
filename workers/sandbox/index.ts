import { DurableObject } from "cloudflare:workers";
export class Providers extends DurableObject<any> {
  async fetch(request: Request) { return new Response("do " + request.url + " " + await this.env.SETTLEMENT.run()); }
}
export default {
  async fetch(request: Request, env: any) { return env.PROVIDERS.get(env.PROVIDERS.idFromName("x")).fetch(request); },
};
