const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

/**
 * Whether a page of this origin may open a socket: our own pages, and those named in the settings. Programs send no
 * Origin and are let in; they have to bring a token like everybody.
 */
export const originCheck =
  (allowed: readonly string[]) =>
  (origin: string | undefined, host: string | undefined): boolean =>
    origin === undefined || allowed.includes(origin) || (host !== undefined && hostOf(origin) === host.toLowerCase());
