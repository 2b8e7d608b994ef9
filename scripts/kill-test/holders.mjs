// Holders with money in their wallets who withdraw all of it, each once, some of them asking twice in a row.

const BANK = {
  holder_name: "Holder of a Balance",
  bank_name: "Example Bank",
  ifsc_code: "EXMP0000001",
  account_number: "123456789012",
};

/** @param waiting the holders who have not asked yet; those interrupted ask again */
export async function askForBalance(world, waiting) {
  const holder = waiting.shift();
  if (!holder) return false;
  try {
    const visitor = await world.signIn(holder.email);
    if (visitor === null) return true;
    const form = { intent: "withdraw", of: "balance", shown_cents: String(holder.amountCents), ...BANK };
    const sends = Math.random() < 0.3 ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: sends }, () => world.send(visitor, "/wallet?tab=portfolio", form)),
    );
    const toasts = await Promise.all(
      answers.map(({ location }) => (location ? world.send(visitor, location) : { text: "" })),
    );
    if (toasts.some(({ text }) => /Your withdrawal request is in|is in progress already/.test(text)))
      world.withdrawals.add(holder.email);
    else world.problems.push(`${holder.email} could not withdraw: ${answers.map(({ status }) => status).join(", ")}`);
  } catch (error) {
    waiting.push(holder);
    throw error;
  }
  return true;
}
