import { findRoute } from '#web/session/routes.ts';

/**
 * Where the assistant may lead: known routes only, the query string does not count in the check, '/' when there is no
 * target (§2). Null for an address that is not ours.
 */
export const assistantTarget = (link: string | null | undefined): string | null => {
  const target = link || '/';
  // A second slash would leave the site ("//elsewhere.example").
  if (!/^\/(?![/\\])/.test(target)) return null;
  return findRoute(target) ? target : null;
};
