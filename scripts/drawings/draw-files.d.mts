export function drawFiles(shape: typeof import("../../app/domain/cask-shape")): Record<string, string>;
