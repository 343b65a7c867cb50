const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);

/**
 * Returns a predicate for origins whose pages may open a WebSocket: the gateway's own and those in the settings. Allows
 * requests without Origin (programs), which need a token like any other.
 */
export const originCheck =
  (allowed: readonly string[]) =>
  (origin: string | undefined, host: string | undefined): boolean =>
    origin === undefined || allowed.includes(origin) || (host !== undefined && hostOf(origin) === host.toLowerCase());
