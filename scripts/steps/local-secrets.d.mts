export function ensureLocalSecrets(path?: string): Record<string, string>;
