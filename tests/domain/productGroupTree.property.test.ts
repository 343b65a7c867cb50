import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  groupMoveProblem,
  MAX_GROUP_LEVEL,
  placesAfterDeletion,
  placesAfterMove,
  type GroupNode,
} from '#domain/productGroupTree.ts';

/** A group of the model: a nested list, without keys and places. */
interface Nested {
  id: number;
  inside: Nested[];
}

const listOf = (top: Nested[], id: number): Nested[] | undefined =>
  top.some((one) => one.id === id) ? top : top.map(({ inside }) => listOf(inside, id)).find(Boolean);
const nodeOf = (top: Nested[], id: number): Nested | undefined => listOf(top, id)?.find((one) => one.id === id);
const depthOf = ({ inside }: Nested): number => 1 + inside.reduce((most, one) => Math.max(most, depthOf(one)), 0);
const levelOf = (top: Nested[], id: number): number =>
  top.some((one) => one.id === id)
    ? 1
    : 1 + Math.min(...top.map(({ inside }) => (nodeOf(inside, id) ? levelOf(inside, id) : 99)));

/** Codes by walking the model: "1.2.3 of 7 in 5". */
const walk = (top: Nested[], above: string, parent: number | null): string[] =>
  top.flatMap(({ id, inside }, index) => {
    const code = `${above}${index + 1}`;
    return [`${code} is ${id} in ${parent}`, ...walk(inside, `${code}.`, id)];
  });

const act = fc.record({
  kind: fc.constantFrom('add', 'add', 'move', 'move', 'delete'),
  who: fc.nat(30),
  where: fc.option(fc.nat(30), { freq: 8 }),
  position: fc.option(fc.integer({ min: 1, max: 6 })),
});

describe('A tree of product groups', () => {
  test('equals a nested list after any moves: places are dense, unique, without cycles and at most four deep', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 15, maxLength: 60 }), (acts) => {
        let groups: GroupNode[] = [];
        const model: Nested[] = [];
        let next = 1;
        for (const { kind, who, where, position } of acts) {
          const pick = (index: number) => groups[index % Math.max(1, groups.length)]?.id;
          const parentId = where === null ? null : (pick(where) ?? null);
          const chosen = kind === 'add' ? next : pick(who);
          if (chosen === undefined) continue;
          if (kind === 'delete') {
            const list = listOf(model, chosen) ?? [];
            const index = list.findIndex(({ id }) => id === chosen);
            if ((list[index]?.inside.length ?? 0) > 0) continue;
            list.splice(index, 1);
            const places = placesAfterDeletion(groups, chosen);
            groups = groups.flatMap((one) => (one.id === chosen ? [] : [{ ...one, place: places.get(one.id) ?? [] }]));
          } else {
            const node = nodeOf(model, chosen) ?? { id: chosen, inside: [] };
            const parent = parentId === null ? undefined : nodeOf(model, parentId);
            const level = parentId === null ? 0 : levelOf(model, parentId);
            const siblings = (parent?.inside ?? model).filter(({ id }) => id !== chosen);
            const problem =
              parentId !== null && (parentId === chosen || nodeOf(node.inside, parentId))
                ? 'CYCLE'
                : level + depthOf(node) > 4
                  ? 'DEPTH'
                  : (position ?? 1) > siblings.length + 1
                    ? 'POSITION'
                    : null;
            expect(groupMoveProblem(groups, { id: chosen, parentId, position })).toBe(problem);
            if (problem) continue;
            const list = listOf(model, chosen);
            list?.splice(list.indexOf(node), 1);
            const target = parent?.inside ?? model;
            target.splice(position === null ? target.length : position - 1, 0, node);
            const places = placesAfterMove(groups, { id: chosen, parentId, position });
            const known = groups.some(({ id }) => id === chosen)
              ? groups
              : [...groups, { id: chosen, parentId, place: [] }];
            groups = known.map((one) => ({
              id: one.id,
              parentId: one.id === chosen ? parentId : one.parentId,
              place: places.get(one.id) ?? [],
            }));
            if (kind === 'add') next += 1;
          }
          const told = groups.map(({ id, parentId: inside, place }) => `${place.join('.')} is ${id} in ${inside}`);
          expect(told.sort()).toEqual(walk(model, '', null).sort());
          expect(Math.max(0, ...groups.map(({ place }) => place.length))).toBeLessThanOrEqual(MAX_GROUP_LEVEL);
        }
      }),
    );
  });
});
