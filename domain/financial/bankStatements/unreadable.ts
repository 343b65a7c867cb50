/** Why a file is refused, as a sentence. */
export class UnreadableStatement extends Error {}
