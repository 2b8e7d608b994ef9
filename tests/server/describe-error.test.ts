import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createDatabase } from "~/db/client";
import { describeError } from "~/entry.server";

it("says what went wrong without quoting what people typed", async () => {
  const db = createDatabase(env.DB);
  const insert = () =>
    db.run(
      sql`INSERT INTO users (id, email, referral_code, created_at_ms) VALUES ('u', 'Private.Person@example.com', 'SECRETCODE', 1)`,
    );
  const error = await insert().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const text = describeError(error);
  expect(text).toContain("users_email_lower");
  expect(text).not.toMatch(/Private|SECRETCODE/);
  expect(describeError(new Error("could not mail a.person@example.com"))).toBe("Error");
  expect(describeError("a thrown text")).toBe("unknown");
  expect(describeError(new TypeError("x is not a function"))).toBe("TypeError: x is not a function");
});
