/**
 * How a stored text names a user: by the id, so that whoever reads it sees the name of today, and no name is left in it once
 * the user is anonymised (docs/decisions/0111). Who reads the text puts the names in: SQL `message_text`.
 */
export const namedUser = (id: number): string => `@[${id}]`;
