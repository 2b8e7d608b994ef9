export function changeCode(changes: readonly { find: string; replace: string }[]): Map<string, string>;
