import { placesAfterDeletion } from '#domain/productGroupTree.ts';
import { reversalOf, type Reversal, type Undone, type Written } from '../../platform/register/import/reversal.ts';
import { productGroupStore } from './store.ts';
import { holdTree, writePlaces } from './tree.ts';

const groups = reversalOf(productGroupStore.definition, { label: 'name' });

/** Takes groups back from the innermost level to the top, then closes the gaps that they leave in the codes. */
export const productGroupReversal: Reversal = {
  ...groups,
  takeBack: async (undoing, written) => {
    const { trx, session } = undoing;
    const tree = await holdTree(trx, session.accountId);
    const levels = new Map(tree.map(({ id, place }) => [id, place.length]));
    const levelOf = ({ id }: Written): number => levels.get(id) ?? 0;
    const undone = new Map<number, Undone>();
    for (const level of [...new Set(written.map(levelOf))].sort((a, b) => b - a)) {
      const inside = written.filter((row) => levelOf(row) === level);
      for (const row of await groups.takeBack(undoing, inside)) undone.set(row.id, row);
    }
    let left = tree;
    let places = new Map<number, number[]>();
    for (const { id, outcome } of undone.values()) {
      if (outcome !== 'REMOVED') continue;
      places = placesAfterDeletion(left, id);
      left = left.flatMap((group) =>
        group.id === id ? [] : [{ ...group, place: places.get(group.id) ?? group.place }],
      );
    }
    await writePlaces(trx, session.accountId, tree, places);
    return written.flatMap(({ id }) => undone.get(id) ?? []);
  },
};
