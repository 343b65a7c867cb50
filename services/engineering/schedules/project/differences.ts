import { formatDate } from '#domain/dates.ts';
import { formatExact } from '#domain/numberFormat.ts';
import { CONSTRAINT_WORDS, linkWords, workingDays } from '#domain/engineering/schedules/words.ts';
import { inOrder } from '../plan.ts';
import type { ItemState, LinkState, ScheduleState } from '../state.ts';

const percent = (value: string): string => `${formatExact(value)}%`;

const fieldTexts = (before: ItemState, after: ItemState): string[] => {
  const { notBefore, constraint, startedOn } = after;
  return [
    ...(before.milestone !== after.milestone ? [`Nome do marco: ${before.milestone} → ${after.milestone}`] : []),
    ...(before.duration !== after.duration ? [`Duração: ${before.duration} → ${workingDays(after.duration)}`] : []),
    ...(before.notBefore !== notBefore
      ? [notBefore === null ? 'Começa assim que possível' : `Início não antes de ${formatDate(notBefore)}`]
      : []),
    ...(before.constraint?.type !== constraint?.type || before.constraint?.date !== constraint?.date
      ? [constraint ? `${CONSTRAINT_WORDS[constraint.type]} ${formatDate(constraint.date)}` : 'Sem data a cumprir']
      : []),
    ...(before.percentComplete !== after.percentComplete
      ? [`Avanço: ${percent(before.percentComplete)} → ${percent(after.percentComplete)}`]
      : []),
    ...(before.startedOn !== startedOn
      ? [startedOn === null ? 'Ainda não começou' : `Começou em ${formatDate(startedOn)}`]
      : []),
  ];
};

const newTexts = ({ milestone, duration, percentComplete }: ItemState): string[] => [
  milestone === null ? `Entra no cronograma: ${workingDays(duration)}` : 'Entra no cronograma como marco',
  ...(percentComplete === '0.00' ? [] : [`Avanço: ${percent(percentComplete)}`]),
];

/** "1.2 Blocos", or the name of a milestone. */
export const labelOf = ({ rows }: Pick<ScheduleState, 'rows'>, item: ItemState): { code: string; name: string } => {
  const row = rows.get(item.rowId);
  return { code: row?.code ?? '', name: item.milestone ?? row?.description ?? '' };
};

const linkTexts = (
  before: readonly LinkState[],
  after: readonly LinkState[],
  nameOf: (id: number) => string,
): string[] => {
  const was = new Map(before.map((link) => [link.from, link]));
  const left = new Set(after.map(({ from }) => from));
  return [
    ...before.filter(({ from }) => !left.has(from)).map(({ from }) => `Não depende mais de ${nameOf(from)}`),
    ...after.flatMap((link) => {
      const known = was.get(link.from);
      const words = linkWords(link);
      if (!known) return [`Depende de ${nameOf(link.from)} (${words})`];
      return linkWords(known) === words ? [] : [`Depende de ${nameOf(link.from)}: ${linkWords(known)} → ${words}`];
    }),
  ];
};

const byEnd = ({ links }: ScheduleState): Map<number, LinkState[]> => {
  const found = new Map<number, LinkState[]>();
  for (const link of links) found.set(link.to, [...(found.get(link.to) ?? []), link]);
  return found;
};

/** What differs between two states of a schedule, by item in the order of the cost estimate, in words. */
export const differences = (before: ScheduleState, after: ScheduleState) => {
  const known = new Map(before.items.map((item) => [item.id, item]));
  const names = new Map(after.items.map((item) => [item.id, labelOf(after, item)]));
  const [linksBefore, linksAfter] = [byEnd(before), byEnd(after)];
  const nameOf = (id: number): string => {
    const { code, name } = names.get(id) ?? { code: '', name: '' };
    return `${code} ${name}`.trim();
  };
  return inOrder(after).flatMap((item) => {
    const was = known.get(item.id);
    const texts = [
      ...(was ? fieldTexts(was, item) : newTexts(item)),
      ...linkTexts(linksBefore.get(item.id) ?? [], linksAfter.get(item.id) ?? [], nameOf),
    ];
    return texts.length === 0 ? [] : [{ item, ...labelOf(after, item), texts, isNew: !was }];
  });
};
