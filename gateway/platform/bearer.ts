/** Returns the bearer token of an Authorization header or of connection_init, or null. */
export const bearerOf = (authorization: unknown): string | null =>
  typeof authorization === 'string' ? (/^Bearer ([\w.~+/=-]{1,512})$/i.exec(authorization.trim())?.[1] ?? null) : null;
