import type { Plugin } from "vite";

export function plantedBug(file?: string): Plugin;
