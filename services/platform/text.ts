/** Empty text is null (§3); undefined stays undefined: nobody spoke of the field. */
export const blankAsNull = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text?.trim() || null;
