export function exportDatabase(source: { stateDir: string }, file: string): Promise<void>;
