import { prefix } from '#web/client/storage.ts';

const guardMilliseconds = 30_000;

let destination = (): string | undefined => undefined;

/** Tells which address is being opened, while one is: the reload then leads there, not back to where one was. */
export const leadReloadTo = (opening: () => string | undefined): void => {
  destination = opening;
};

/** After a new release the old page asks for chunks that are gone: it reloads itself, at most once in 30 seconds (§4). */
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
