import type { Invocation, World } from "./world";

// A bucket in memory with R2's create-only put. It records how often each key was written.

type Seen = Pick<R2Bucket, "put" | "get" | "list" | "delete">;

export class SimBucket {
  readonly objects = new Map<string, Uint8Array>();
  readonly writes = new Map<string, number>();

  constructor(readonly world: World) {}

  seenBy(invocation: Invocation): Seen {
    return this.#reachedBy((name, effect) =>
      this.world.step(invocation, {
        kind: "r2",
        name,
        effect,
        error: () => new Error("put: We encountered an internal error. Please try again. (10001)"),
      }),
    );
  }

  /** Answers at once, whatever else goes on. */
  calm(): Seen {
    return this.#reachedBy((_name, effect) => Promise.resolve().then(effect));
  }

  #reachedBy(call: <T>(name: string, effect: () => T) => Promise<T>): Seen {
    const bucket = {
      put: (key: string, content: Uint8Array | string, options?: { onlyIf?: { etagDoesNotMatch?: string } }) =>
        call(`put ${key}`, () => {
          if (options?.onlyIf?.etagDoesNotMatch === "*" && this.objects.has(key)) return null;
          this.objects.set(key, typeof content === "string" ? new TextEncoder().encode(content) : content.slice());
          this.writes.set(key, (this.writes.get(key) ?? 0) + 1);
          return { key };
        }),
      get: (key: string) =>
        call(`get ${key}`, () => {
          const bytes = this.objects.get(key);
          return bytes ? { arrayBuffer: () => Promise.resolve(bytes.slice().buffer) } : null;
        }),
      list: ({ prefix }: { prefix: string }) =>
        call(`list ${prefix}`, () => {
          const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix)).sort();
          return { objects: keys.map((key) => ({ key })), truncated: false };
        }),
      delete: (keys: string | string[]) =>
        call(`delete ${[keys].flat().join()}`, () => {
          for (const key of [keys].flat()) this.objects.delete(key);
        }),
    };
    return bucket as unknown as Seen;
  }
}
