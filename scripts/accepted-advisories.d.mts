export const acceptedAdvisories: { id: string; until: string; why: string }[];
