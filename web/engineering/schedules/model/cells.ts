import { formatDate, parseDate } from '#domain/dates.ts';
import { toDecimal } from '#domain/decimal.ts';
import { formatExact, parseMoney } from '#domain/money.ts';
import type { IsoDate } from '#domain/dates.ts';
import { setDuration, setEnd, setPercent, setPredecessors, setStart } from './edits.ts';
import { formatPredecessors, parsePredecessors } from './predecessors.ts';
import { itemCodes } from './rows.ts';
import type { Edit, Item, Schedule } from './schedule.ts';

/** What is typed of an item, in the order of the columns. */
export type CellField = 'start' | 'end' | 'days' | 'percent' | 'predecessors';

export const CELL_LABELS: Readonly<Record<CellField, string>> = {
  start: 'Início',
  end: 'Fim',
  days: 'Dias úteis',
  percent: '% concluído',
  predecessors: 'Predecessoras',
};

/** A milestone has a day and predecessors, but neither an end nor a duration. */
export const isTyped = (field: CellField, { milestone }: Item): boolean =>
  milestone === null || (field !== 'end' && field !== 'days');

const MAX_DURATION = 3_650;

export const percentText = (percent: string): string => `${formatExact(percent)}%`;

/** The text of a cell while it is typed in. */
export const cellText = (field: CellField, item: Item, schedule: Schedule): string => {
  switch (field) {
    case 'start':
      return formatDate(item.startDate);
    case 'end':
      return formatDate(item.endDate);
    case 'days':
      return String(item.duration);
    case 'percent':
      return formatExact(item.percentComplete);
    case 'predecessors': {
      const codes = itemCodes(schedule.items);
      return formatPredecessors(
        schedule.links.filter(({ to }) => to === item.id),
        (id) => codes.get(id),
      );
    }
  }
};

export type ReadCell = { edit: Edit } | { problem: string };

const readDate = (text: string, today: IsoDate, edit: (date: IsoDate) => Edit): ReadCell => {
  const date = parseDate(text, today, 'present');
  return date === null ? { problem: 'Não é uma data' } : { edit: edit(date) };
};

/** The edit that a typed text asks for. */
export const readCell = (
  field: CellField,
  text: string,
  { item, schedule, today }: { item: Item; schedule: Schedule; today: IsoDate },
): ReadCell => {
  const { id } = item;
  switch (field) {
    case 'start':
      return readDate(text, today, (date) => setStart(id, date));
    case 'end': {
      const read = readDate(text, today, (date) => setEnd(id, date));
      const date = parseDate(text, today, 'present');
      return date !== null && date < item.startDate ? { problem: 'O fim é antes do início' } : read;
    }
    case 'days': {
      const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
      if (days < 1 || days > MAX_DURATION) return { problem: 'Informe os dias úteis, ao menos um' };
      return { edit: setDuration(id, days) };
    }
    case 'percent': {
      const percent = parseMoney(text.replace('%', ''));
      if (percent === null) return { problem: 'Não é um percentual' };
      if (toDecimal(percent).lt(0) || toDecimal(percent).gt(100)) return { problem: 'O avanço vai de 0 a 100 %' };
      return { edit: setPercent(id, percent) };
    }
    case 'predecessors': {
      const ids = new Map([...itemCodes(schedule.items)].map(([key, code]) => [code, key]));
      const read = parsePredecessors(text, (code) => ids.get(code));
      if ('problem' in read) return read;
      if (read.links.some(({ from }) => from === id)) return { problem: 'Um item não depende de si mesmo.' };
      return { edit: setPredecessors(id, read.links) };
    }
  }
};
