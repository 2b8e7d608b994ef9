// Remix's build needs it. Pages are documents: small scripts beside their components move what moves in them.
export {};
