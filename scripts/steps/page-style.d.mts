export function withOwnStyle(page: { html: string; policy: string }): Promise<{ html: string; policy: string }>;
export function withoutSpares(css: string, options: { rareFields: boolean }): string;
