import { circleInWords } from '#domain/engineering/composition.ts';
import { findCircle } from '#domain/engineering/schedules/network.ts';
import { MAX_LINKS, type LinkChange } from '#schema/engineering/schedules/schedules.rest.ts';
import type { Problems } from '../../platform/problems.ts';
import type { LinkState, ScheduleState } from './state.ts';

const ITEM_MISSING = 'Item do cronograma não encontrado.';

/** Key of an item that a link names by its id, or by the key of a new one. */
const endOf = (
  { id, key }: { id: number | undefined; key: string | undefined },
  keys: ReadonlyMap<string, number>,
): number | undefined => id ?? (key === undefined ? undefined : (keys.get(key) ?? 0));

const nameOf = (state: ScheduleState, id: string): string => {
  const item = state.items.find((one) => String(one.id) === id);
  return item?.milestone ?? state.rows.get(item?.rowId ?? 0)?.description ?? '';
};

/** Refuses a circle at the last changed link of it, with the way round in words. */
const checkCircles = (state: ScheduleState, pathOf: ReadonlyMap<number, string>, problems: Problems): void => {
  const links = state.links.map(({ from, to, ...rest }) => ({ ...rest, from: String(from), to: String(to) }));
  const circle = findCircle(
    state.items.map(({ id }) => String(id)),
    links,
  );
  if (!circle) return;
  const steps = new Set(circle.slice(1).map((to, index) => `${circle[index]} ${to}`));
  const closing = state.links.filter(({ id, from, to }) => pathOf.has(id) && steps.has(`${from} ${to}`)).at(-1);
  const path = closing ? pathOf.get(closing.id) : undefined;
  // Told from where the link leads to, all the way round.
  const at = circle.indexOf(String(closing?.to ?? circle[0]));
  const round = [...circle.slice(at), ...circle.slice(1, at + 1)];
  const words = circleInWords(round.map((id) => nameOf(state, id)));
  problems.rule(path ?? 'links', `Esta dependência fecha um círculo: ${words}.`);
};

const pairOf = ({ from, to }: LinkState): string => `${from} ${to}`;

/** Checks the changed links: they lead from one item to another one, and no two link the same ones. */
const checkEnds = (state: ScheduleState, pathOf: ReadonlyMap<number, string>, problems: Problems): void => {
  const known = new Set(state.items.map(({ id }) => id));
  const pairs = new Map<string, number>();
  for (const link of state.links) pairs.set(pairOf(link), (pairs.get(pairOf(link)) ?? 0) + 1);
  for (const link of state.links) {
    const path = pathOf.get(link.id);
    if (path === undefined) continue;
    if (!known.has(link.from)) problems.rule(`${path}.from`, ITEM_MISSING);
    if (!known.has(link.to)) problems.rule(`${path}.to`, ITEM_MISSING);
    if (link.from === link.to) problems.rule(`${path}.to`, 'Um item não depende de si mesmo.');
    else if ((pairs.get(pairOf(link)) ?? 0) > 1) problems.rule(`${path}.to`, 'Estes itens já estão ligados.');
  }
};

/** Applies changes of links. Links of removed items go with them. */
export const changeLinks = (
  state: ScheduleState,
  changes: readonly LinkChange[],
  keys: ReadonlyMap<string, number>,
  problems: Problems,
): void => {
  const left = new Set(state.items.map(({ id }) => id));
  const links = new Map(
    state.links.filter(({ from, to }) => left.has(from) && left.has(to)).map((link) => [link.id, link]),
  );
  const pathOf = new Map<number, string>();
  for (const [index, change] of changes.entries()) {
    const path = `links.${index}`;
    const { id = -(index + 1), removed, fromKey, toKey, ...fields } = change;
    const before = links.get(id);
    if (change.id !== undefined && (!before || pathOf.has(id))) {
      problems.rule(`${path}.id`, 'Dependência não encontrada.');
      continue;
    }
    pathOf.set(id, path);
    if (removed) {
      if (!before) problems.contradiction(`${path}.removed`, 'Uma dependência nova não é retirada.');
      links.delete(id);
      continue;
    }
    const from = endOf({ id: fields.from, key: fromKey }, keys) ?? before?.from ?? 0;
    const to = endOf({ id: fields.to, key: toKey }, keys) ?? before?.to ?? 0;
    const { type = before?.type ?? 'FS', lag = before?.lag ?? 0, lagUnit = before?.lagUnit ?? 'WORKING' } = fields;
    links.set(id, { id, from, to, type, lag, lagUnit });
  }
  state.links = [...links.values()];
  if (state.links.length > MAX_LINKS) problems.rule('links', `Um cronograma tem até ${MAX_LINKS} dependências.`);
  checkEnds(state, pathOf, problems);
  if (problems.isEmpty) checkCircles(state, pathOf, problems);
};
