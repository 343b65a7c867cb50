/** A start-up failure with a Portuguese message that tells the operator what to do. */
export class StartError extends Error {
  override name = 'StartError';
}

/** Returns the message of any thrown value. */
export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Returns the `code` of an error (`EADDRINUSE`, `ENOENT`, an SQLSTATE), or undefined. Checks by shape: `instanceof`
 * fails for errors of another realm.
 */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
