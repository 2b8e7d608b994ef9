/** Pages that run React in the browser: it follows links from one state of its page to another. */
const HYDRATED = /^\/(invest|cask-information|stripe-secure|wallet|settings|personal-details|bank-details)(?=[?#]|$)/;

export const isHydrated = (href: string) => HYDRATED.test(href);
