import { afterAll, beforeAll } from "vitest";
import { testKeptProofs, testKeptWhenGone } from "./later-days/audits/kept-proof";
import { testVerifying } from "./later-days/audits/verify";
import { testBid } from "./later-days/bids";
import { testMonth } from "./later-days/month";
import { testResale } from "./later-days/resale";
import { effort } from "../support/effort";
import { type Life, startLife, type Way } from "./support/whole-life";

// What happens on later days, in one run of the built Workers whose clock is moved: audits first, while the casks of the demo data are
// still sold, then payouts, a bid, and the market. The last of these tests ends the run.

let life: Life;
const running = () => life;

beforeAll(async () => {
  life = await startLife();
});
afterAll(() => life.stop());

testVerifying(running);
testKeptProofs(running);
testMonth(running);
testBid(running);
// `npm run assure` adds a phone.
testResale(running, effort<Way[]>(["plain HTTP"], ["plain HTTP", "Chromium", "Chromium without JavaScript"]));
testKeptWhenGone(running);
