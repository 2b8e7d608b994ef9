import { writeHistory } from "../../tests/support/audit-history";

// Writes made-up audits for scripts/bench-verify.mjs: FOLDER DAYS CASKS STAKES.

const [folder = "", ...sizes] = process.argv.slice(2);
const [days = 0, casks = 0, stakes = 0] = sizes.map(Number);
writeHistory(folder, { days, casks, stakes });
