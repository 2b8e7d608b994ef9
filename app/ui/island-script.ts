import { compactScript } from "./compact-script";

// If the files do not come, links and forms in the island work as they are.
export const islandScript = compactScript(`(() => {
  const seen = new IntersectionObserver((entries) => {
    entries.forEach(({ isIntersecting, target }) => {
      if (!isIntersecting) return;
      seen.unobserve(target);
      target.dataset.files.split(" ").forEach((file) => import(file));
    });
  }, { rootMargin: "300px" });
  document.querySelectorAll("[data-island]").forEach((place) => seen.observe(place));
})();`);
