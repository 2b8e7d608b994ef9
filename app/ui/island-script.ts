import { compactScript } from "./compact-script";

// Asks for all files of an island at once when it is about to come into view; its own file starts it. If they do not come, links and
// forms in it work as they are.
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
