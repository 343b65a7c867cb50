import { prefix } from '#web/client/storage.ts';

const guardMilliseconds = 30_000;

let destination = (): string | undefined => undefined;

/**
 * Sets the function that returns the address being opened; a reload goes to that address instead of the current one.
 */
export const leadReloadTo = (opening: () => string | undefined): void => {
  destination = opening;
};

/** Reloads the page when a chunk of an old release no longer exists; at most once in 30 s (§4). */
export const reloadOnStaleChunks = (): void => {
  window.addEventListener('vite:preloadError', (event) => {
    const key = `${prefix}reloadedAt`;
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < guardMilliseconds) return;
    event.preventDefault();
    sessionStorage.setItem(key, String(Date.now()));
    const opening = destination();
    if (opening === undefined) window.location.reload();
    else window.location.assign(opening);
  });
};
