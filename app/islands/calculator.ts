import { Calculator } from "~/ui/calculator/calculator";
import { startIsland } from "./start-island";

startIsland("calculator", Calculator);
