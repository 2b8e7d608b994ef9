export const stakeCount = (count: number): string => (count === 1 ? "1 stake" : `${count} stakes`);
