import type { LiveType } from '#schema/assistant/live.rest.ts';

/** Payload of a NOTIFY on `rows_changed` (migration 0092): ids only; who may see them is read under the account's row-level security. */
export interface Announced {
  accountId: number;
  entity: string;
  companyId: number | null;
  /** Null: more than a payload holds. */
  ids: number[] | null;
  userId: number | null;
}

/** Changed rows of one kind by one user, to be told together. */
export interface Change extends Pick<Announced, 'accountId' | 'companyId' | 'userId'> {
  type: LiveType;
  /** Null: too many to name. */
  ids: number[] | null;
}

const MOST_IDS = 100;

const union = (a: readonly number[] | null, b: readonly number[] | null): number[] | null => {
  if (!a || !b) return null;
  const ids = [...new Set([...a, ...b])];
  return ids.length > MOST_IDS ? null : ids;
};

/** Joins what was announced within one moment, so that a command that writes a row in three statements is told once. */
export const together = (
  announced: readonly Announced[],
  typeOf: (entity: string) => LiveType | undefined,
): Change[] => {
  const changes = new Map<string, Change>();
  for (const { entity, ids, accountId, companyId, userId } of announced) {
    const type = typeOf(entity);
    if (!type) continue;
    const key = `${accountId}.${type}.${companyId}.${userId}`;
    const known = changes.get(key);
    changes.set(key, { accountId, type, companyId, userId, ids: known ? union(known.ids, ids) : ids });
  }
  return [...changes.values()];
};
