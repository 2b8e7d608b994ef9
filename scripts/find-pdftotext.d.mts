export function findPdftotext(): Promise<{ path: string } | { problem: string }>;
