import { afterAll, beforeAll } from "vitest";
import { testAudits } from "./later-days/audits";
import { testMonth } from "./later-days/month";
import { testResale } from "./later-days/resale";
import { type Life, startLife } from "./support/whole-life";

// What happens on later days, in one run of the built Workers whose clock is moved: audits first, while the casks of the demo data are
// still sold, then payouts and a resale.

let life: Life;
const running = () => life;

beforeAll(async () => {
  life = await startLife();
});
afterAll(() => life.stop());

testAudits(running);
testMonth(running);
testResale(running);
