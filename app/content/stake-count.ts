/** '1 stake', '12 stakes' */
export const stakeCount = (count: number): string => (count === 1 ? "1 stake" : `${count} stakes`);
