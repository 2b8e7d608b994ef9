export function withOwnStyle(page: { html: string; policy: string }): Promise<{ html: string; policy: string }>;
