/** The name of a movement that can happen more than once to the same cause: 'reversal', then 'reversal-2'. @param time from 1 */
export const nthName = (name: string, time: number) => (time > 1 ? `${name}-${time}` : name);
