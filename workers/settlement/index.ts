import { WorkerEntrypoint } from "cloudflare:workers";
export class ScheduledWork extends WorkerEntrypoint<any> {
  async run() { return "ran " + this.env.APP_ORIGIN; }
}
export default {
  async queue(batch: any, env: any) { console.log("queue", batch.queue, JSON.stringify(batch.messages.map((m: any) => m.body))); },
  async fetch() { return new Response("no", { status: 404 }); },
};
