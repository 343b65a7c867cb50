import { complaintAbout } from './hostile.ts';
import type { Said } from './twinTenants/target.ts';

/** What is wrong with an answer of a service; null when it is one that a person can read. */
export const judgeRest = ({ status, text }: Said): string | null => {
  if (status < 400) return null;
  try {
    const body: unknown = JSON.parse(text);
    const { status: told, error, message, path, timestamp, fields: at = [] } = Object(body);
    const complaints = [message, ...at.map((field: { message: unknown }) => field.message)]
      .map((words) => complaintAbout(status, words))
      .filter((complaint) => complaint !== null);
    if (complaints[0]) return complaints[0];
    const whole =
      told === status && typeof error === 'string' && typeof path === 'string' && typeof timestamp === 'string';
    return whole ? null : `status ${status}, not an envelope: ${text.slice(0, 200)}`;
  } catch {
    return `status ${status}, no JSON: ${text.slice(0, 200)}`;
  }
};

/** The same of GraphQL. */
export const judgeGraphql = ({ status, text }: Said): string | null => {
  const {
    errors = [],
  }: { errors?: { message: unknown; extensions: { code: unknown; fields?: { message: unknown }[] } }[] } =
    JSON.parse(text);
  const complaints = errors.flatMap(({ message, extensions }) => [
    typeof extensions?.code === 'string' ? null : 'an error without a code',
    extensions?.code === 'INTERNAL' ? `INTERNAL: ${String(message)}` : null,
    ...[message, ...(extensions?.fields ?? []).map((field) => field.message)].map((words) =>
      complaintAbout(status, words),
    ),
  ]);
  return complaints.find((complaint) => complaint !== null) ?? null;
};
