import type { ApolloCache } from '@apollo/client';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';

/** What all registers do after a change, apart from what they are of. */

/** Forgets lists of the cache by their root fields: whoever shows one asks anew, and keeps the old rows meanwhile. */
export const forgetting =
  (...lists: readonly string[]) =>
  (cache: ApolloCache): void => {
    lists.forEach((fieldName) => cache.evict({ id: 'ROOT_QUERY', fieldName }));
    cache.gc();
  };

/** Forgets a deleted row with the lists that it stood in. */
export const forgettingRow =
  (row: { __typename: string; id: string }, ...lists: readonly string[]) =>
  (cache: ApolloCache): void => {
    cache.evict({ id: cache.identify(row) });
    forgetting(...lists)(cache);
  };

/**
 * Switches a row on or off at once, says so (§4: "Fornecedor reativado", "desativado"), and takes it back on demand.
 * `change` stores it and answers the row as it is then; `noun` ends in its gender: ["Fornecedor", "o"].
 */
export const toggleActive = async <Row extends { active: boolean }>(
  row: Row,
  [noun, gender]: readonly [string, 'o' | 'a'],
  change: (row: Row, active: boolean) => Promise<Row | undefined>,
  undoing = false,
): Promise<void> => {
  const active = !row.active;
  try {
    const after = await change(row, active);
    if (!after) return;
    const text = `${noun} ${active ? 'reativad' : 'desativad'}${gender}`;
    if (undoing) notifySuccess(text);
    else notifyUndo(text, () => void toggleActive(after, [noun, gender], change, true));
  } catch (error) {
    notifyFailure(error);
  }
};

/** Deletes, and says so. Null when it is gone, else why it stays: the sentence names what uses it. */
export const erase = async (remove: () => Promise<unknown>, text: string): Promise<unknown> => {
  try {
    await remove();
  } catch (error) {
    return error;
  }
  notifySuccess(text);
  return null;
};
