import { MAX_LAG, type LinkChange } from '#schema/engineering/schedules/schedules.rest.ts';
import type { LinkState, ScheduleState } from '../state.ts';
import { lagDays } from './format.ts';
import type { FileLink, FileTask } from './read.ts';

/** An item as links name it: by its id, or by the key of a new one. */
export type End = { id: number } | { key: string };

/** Tasks of the file by their numbers there, with the items that they have become. */
export interface Ends {
  tasks: ReadonlyMap<string, FileTask>;
  items: ReadonlyMap<string, End>;
  /** Keys of those items. */
  keys: ReadonlySet<string>;
}

type Lag = Pick<LinkState, 'type' | 'lag' | 'lagUnit'>;

const lagOf = (link: FileLink, minutesADay: number, tell: (text: string) => void): Lag | null => {
  const lagUnit = link.elapsed ? 'CALENDAR' : 'WORKING';
  if (link.share) {
    tell('Folga em porcentagem da predecessora: a dependência entra sem folga.');
    return { type: link.type, lag: 0, lagUnit: 'WORKING' };
  }
  const exact = lagDays(link.tenths, lagUnit, minutesADay);
  const lag = Math.round(exact) || 0;
  if (Math.abs(lag) > MAX_LAG) {
    tell(`A folga passa de ${MAX_LAG} dias: a dependência fica de fora.`);
    return null;
  }
  if (lag !== exact) tell(`A folga de uma dependência não é de dias inteiros: entra com ${lag} dias.`);
  return { type: link.type, lag, lagUnit };
};

/** Without a lag, its unit means nothing. */
const isSame = (a: Lag, b: Lag): boolean =>
  a.type === b.type && a.lag === b.lag && (a.lag === 0 || a.lagUnit === b.lagUnit);

const named = (end: End, name: 'from' | 'to'): LinkChange =>
  'id' in end ? { [name]: end.id } : { [`${name}Key`]: end.key };
export const endKey = (end: End): string => ('id' in end ? String(end.id) : end.key);

/** Links of the schedule by the item that they lead to. */
export const linksByEnd = ({ links }: Pick<ScheduleState, 'links'>): Map<number, LinkState[]> => {
  const found = new Map<number, LinkState[]>();
  for (const link of links) {
    const own = found.get(link.to);
    if (own) own.push(link);
    else found.set(link.to, [link]);
  }
  return found;
};

/** What changes of the links that lead to the item of a task; those from items that the file does not have stay. */
export const linkChanges = (
  task: FileTask,
  to: End,
  before: readonly LinkState[],
  { ends, minutesADay, tell }: { ends: Ends; minutesADay: number; tell: (text: string) => void },
): LinkChange[] => {
  const known = new Map(before.map((link) => [String(link.from), link]));
  const wanted = new Map<string, LinkChange | null>();
  for (const link of task.links) {
    const from = ends.items.get(link.from);
    if (!from) {
      const name = ends.tasks.get(link.from)?.name ?? 'uma tarefa que o arquivo não tem';
      const isStage = ends.tasks.get(link.from)?.summary ?? false;
      tell(
        isStage
          ? `Depende da etapa ${name} inteira: ligue-a às tarefas da etapa.`
          : `Depende de ${name}, que fica de fora: a dependência não entra.`,
      );
      continue;
    }
    const key = endKey(from);
    if (wanted.has(key)) continue;
    const lag = lagOf(link, minutesADay, tell);
    const was = known.get(key);
    if (!lag) {
      wanted.set(key, null);
      continue;
    }
    if (was) wanted.set(key, isSame(was, lag) ? null : { id: was.id, ...lag });
    else wanted.set(key, { ...named(from, 'from'), ...named(to, 'to'), ...lag });
  }
  const removed = before.filter(({ from }) => ends.keys.has(String(from)) && !wanted.has(String(from)));
  return [...removed.map(({ id }) => ({ id, removed: true })), ...[...wanted.values()].flatMap((one) => one ?? [])];
};
