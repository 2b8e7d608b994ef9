import { describe, expect, it } from "vitest";
import { neededSecrets } from "../../scripts/deploy/needed-secrets.mjs";
import { askForSecrets } from "../../scripts/deploy/set-secrets.mjs";
import { TYPED } from "./support/deploy-world";

// What is typed into a deploy is kept, whatever is still missing.

async function answer(answers: Record<string, string | Error>) {
  const set: Record<string, string> = {};
  const said: string[] = [];
  const asked: string[] = [];
  const wrangler = async (_args: readonly string[], options?: { input?: string }) => {
    Object.assign(set, JSON.parse(options?.input ?? "{}"));
    return { code: 0, output: "" };
  };
  const askSecret = async (question: string) => {
    const name = question.split(" ")[0] ?? "";
    asked.push(name);
    const given = answers[name] ?? "";
    if (given instanceof Error) throw given;
    return given;
  };
  const world = {
    wrangler,
    askSecret,
    say: (line: string) => void said.push(line),
    production: { origin: "https://a.example" },
  };
  const left = await askForSecrets(world as unknown as Parameters<typeof askForSecrets>[0], neededSecrets).catch(
    (error: unknown) => String(error),
  );
  return { left, set, said, asked };
}

describe("the secrets of a deploy", () => {
  it("are asked for once each; what is not there yet is named, and the rest is set", async () => {
    const { left, set, asked } = await answer({ ...TYPED, COPPERX_WEBHOOK_SECRET: "", MSG91_WIDGET_ID: "" });
    expect(left).toEqual([
      "run npm run ops -- stripe-endpoint",
      "run npm run ops -- secrets once you have COPPERX_WEBHOOK_SECRET, MSG91_WIDGET_ID",
    ]);
    expect(new Set(asked).size).toBe(asked.length);
    expect(set.STRIPE_SECRET_KEY).toBe(TYPED.STRIPE_SECRET_KEY);
    expect(set.SESSION_SECRET).toMatch(/^\S{32,}$/);
    expect(Object.keys(set)).toHaveLength(neededSecrets.length - 3);
  });

  it("are kept when the person stops in the middle", async () => {
    const { left, set } = await answer({ ...TYPED, RESEND_API_KEY: new Error("Stopped.") });
    expect(left).toBe("Error: Stopped.");
    const first = ["COPPERX_API_KEY", "COPPERX_WEBHOOK_SECRET", "STRIPE_IDENTITY_KEY", "STRIPE_SECRET_KEY"];
    expect(Object.keys(set).sort()).toEqual(first);
  });

  it("do not take a key of Stripe's test mode, and show nothing of what was typed", async () => {
    const key = "sk_test_of_nobody";
    const { left, set, said } = await answer({ ...TYPED, STRIPE_SECRET_KEY: key });
    expect(left).toContain("run npm run ops -- secrets once you have STRIPE_SECRET_KEY");
    expect(set.STRIPE_SECRET_KEY).toBeUndefined();
    expect(said.join()).toContain("STRIPE_SECRET_KEY has another form.");
    expect(said.join()).not.toContain(key);
  });
});
