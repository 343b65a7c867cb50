import { prefix } from './storage.ts';

const guardMilliseconds = 30_000;

/** After a new release the old page asks for chunks that are gone: it reloads itself, at most once in 30 seconds (§4). */
export const reloadOnStaleChunks = (): void => {
  window.addEventListener('vite:preloadError', (event) => {
    const key = `${prefix}reloadedAt`;
    const last = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - last < guardMilliseconds) return;
    event.preventDefault();
    sessionStorage.setItem(key, String(Date.now()));
    window.location.reload();
  });
};
