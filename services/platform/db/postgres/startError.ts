/** A failure to start whose message, in Portuguese, tells the person at the terminal what to do. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The text of whatever was thrown. */
export const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The system's code of a failure (`EADDRINUSE`, `ENOENT`, an SQLSTATE), if it has one; of whichever realm it comes. */
export const codeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
