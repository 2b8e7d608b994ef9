import { Calculator } from "~/ui/calculator/calculator";
import { startIsland } from "~/ui/start-island";

startIsland("calculator", Calculator);
