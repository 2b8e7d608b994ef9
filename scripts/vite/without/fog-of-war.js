// In place of Remix's module of this name in the browser's build: with lazy discovery of routes off, its functions answer this.
export const isFogOfWarEnabled = () => false;
export const getPartialManifest = (manifest) => manifest;
export const getPatchRoutesOnNavigationFunction = () => undefined;
export const useFogOFWarDiscovery = () => undefined;
