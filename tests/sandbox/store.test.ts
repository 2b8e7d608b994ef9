import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { SqlStore } from "../../workers/sandbox/store/sql-store";
import type { Store } from "../../workers/sandbox/store/store";
import { MemoryStore } from "./support/memory-store";

const inMemory = (check: (store: Store) => void) => Promise.resolve(check(new MemoryStore()));
const inSqlite = (check: (store: Store) => void) =>
  runInDurableObject(env.PROVIDERS.get(env.PROVIDERS.newUniqueId()), (_, state) =>
    check(new SqlStore(state.storage.sql)),
  );

const mail = (id: string) => ({ fingerprint: id, id });

describe.each([
  ["in SQLite", inSqlite],
  ["in memory", inMemory],
])("the store %s", (_, withStore) => {
  it("keeps a document until it is removed", () =>
    withStore((store) => {
      store.put("resend.mail", "a", mail("1"));
      expect(store.get("resend.mail", "a")).toEqual(mail("1"));
      expect(store.get("stripe.answer", "a")).toBeNull();
      store.remove("resend.mail", "a");
      expect(store.get("resend.mail", "a")).toBeNull();
    }));

  it("lists newest first, by reference, and before or after a document", () =>
    withStore((store) => {
      for (const id of ["a", "b", "c", "d"])
        store.put("resend.mail", id, mail(id), { ref: id < "c" ? "early" : "late" });
      store.put("resend.mail", "a", mail("a again"), { ref: "early" });
      const ids = (query: Parameters<Store["list"]>[1]) =>
        store.list("resend.mail", query).map((document) => document.id);
      expect(ids({ limit: 10 })).toEqual(["d", "c", "b", "a again"]);
      expect(ids({ limit: 10, ref: "early" })).toEqual(["b", "a again"]);
      expect(ids({ limit: 2, before: "d" })).toEqual(["c", "b"]);
      expect(ids({ limit: 2, after: "a" })).toEqual(["c", "b"]);
      expect(ids({ limit: 2, before: "unknown" })).toEqual([]);
    }));

  it("knows what is due, earliest first, and when the next item is", () =>
    withStore((store) => {
      expect(store.nextDueMs()).toBeNull();
      store.put("resend.mail", "late", mail("late"), { dueMs: 300 });
      store.put("resend.mail", "early", mail("early"), { dueMs: 100 });
      store.put("resend.mail", "never", mail("never"));
      expect(store.nextDueMs()).toBe(100);
      expect(store.due("resend.mail", 99, 10)).toEqual([]);
      expect(store.due("resend.mail", 300, 10).map((due) => due.id)).toEqual(["early", "late"]);
      store.put("resend.mail", "early", mail("early"));
      expect(store.nextDueMs()).toBe(300);
    }));
});
