/** Pages that run React in the browser and support client navigation; every other page is loaded as a document. */
const HYDRATED = /^\/(invest|cask-information|stripe-secure|wallet|settings|personal-details|bank-details)(?=[?#]|$)/;

export const isHydrated = (href: string) => HYDRATED.test(href);
