type Worker = { name: string };

export function readProduction(root: string): Promise<{ app: Worker; settlement: Worker; origin: string }>;
