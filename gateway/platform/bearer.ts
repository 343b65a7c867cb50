/** The bearer token of an Authorization header, or of the same text in the first message of a socket. */
export const bearerOf = (authorization: unknown): string | null =>
  typeof authorization === 'string' ? (/^Bearer ([\w.~+/=-]{1,512})$/i.exec(authorization.trim())?.[1] ?? null) : null;
