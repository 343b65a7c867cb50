import { findRoute } from '#web/session/routes.ts';

/**
 * Returns the path of a message's link: known routes only, ignoring the query string in the check; '/' without a link
 * (§2). Returns null for any other address.
 */
export const assistantTarget = (link: string | null | undefined): string | null => {
  const target = link || '/';
  // A second slash would lead to another site ("//elsewhere.example").
  if (!/^\/(?![/\\])/.test(target)) return null;
  return findRoute(target) ? target : null;
};
