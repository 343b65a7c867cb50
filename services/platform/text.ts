/** Converts empty text to null (§3); undefined (field not sent) stays undefined. */
export const blankAsNull = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text?.trim() || null;
