// Remix's build needs it. Pages are documents: what moves in them are islands (app/islands) and small scripts beside their components.
export {};
