import type { Shop } from "./shop";

type Round = { id: string; root: string };

/** Judges each round right after the batch that computed it: what its result rests on was public before. */
export class TradeWatch {
  readonly #judged = new Set<string>();

  constructor(readonly shop: Shop) {}

  committed(sql: string): void {
    if (!sql.startsWith("UPDATE resale_rounds SET state = 'cleared'")) return;
    const { store, world, proof } = this.shop;
    for (const { id, root } of store.rows<Round>("SELECT id, root FROM resale_rounds WHERE state = 'cleared'")) {
      if (this.#judged.has(id)) continue;
      this.#judged.add(id);
      const bytes = proof.objects.get(`audit/market/${id}-root.json`);
      const published = bytes && (JSON.parse(new TextDecoder().decode(bytes)) as { root: string });
      if (published?.root !== root) world.violate("the root of a round is public before it is computed", id);
    }
  }
}
