import { Decimal, roundHalfEven } from '#domain/decimal.ts';
import type { ImportResult, PublishedChange } from '#schema/engineering/imports/costDatabaseImport.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { COMPOSITION_SHEETS, INPUT_SHEETS } from './layout.ts';
import type { Choice, Month } from './month.ts';
import { pricesIn, tableKey, tablesOf, type Kind } from './published.ts';

const LARGEST = 20;

type Changes = Pick<ImportResult, 'comparedPrices' | 'changedPrices' | 'medianPercent' | 'largest'>;

interface Change extends Omit<PublishedChange, 'percent' | 'name' | 'code'> {
  key: string;
  percent: number;
}

/** Per cent for ordering; what is shown is computed exactly. */
const roughPercent = (before: string, after: string): number => (Number(after) / Number(before) - 1) * 100;

const exactPercent = (before: string, after: string): string =>
  roundHalfEven(new Decimal(after).div(before).minus(1).times(100), 2);

/** Collects changes: all percentages for the median, and the largest one of each input and composition. */
class Collector {
  compared = 0;
  readonly percents: number[] = [];
  readonly largest = new Map<string, Change>();

  add(change: Omit<Change, 'percent'>): void {
    this.compared += 1;
    if (change.before === change.after) return;
    const percent = roughPercent(change.before, change.after);
    this.percents.push(percent);
    const key = `${change.kind} ${change.key}`;
    const known = this.largest.get(key);
    if (!known || Math.abs(percent) > Math.abs(known.percent)) this.largest.set(key, { ...change, percent });
  }

  get median(): string | null {
    const sorted = Float64Array.from(this.percents).sort();
    const middle = (sorted.length - 1) / 2;
    const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
    return low === undefined || high === undefined ? null : roundHalfEven(new Decimal((low + high) / 2), 2);
  }
}

/** Compares the prices of the month with those of another one, in the states and regimes that both have. */
export const compareMonths = async (
  trx: Trx,
  accountId: number,
  { month, choice, before }: { month: Month; choice: Choice; before: string | null },
): Promise<Changes> => {
  const collector = new Collector();
  const tables = before === null ? new Map<string, { id: number }>() : await tablesOf(trx, accountId, before);
  for (const regime of choice.regimes) {
    for (const [at, state] of choice.states.entries()) {
      const tableId = tables.get(tableKey({ state, regime }))?.id;
      if (tableId === undefined) continue;
      for (const kind of ['INPUT', 'COMPOSITION'] as const) {
        const known = await pricesIn(trx, { accountId, tableId, kind });
        for (const [key, { prices }] of month.prices.get(sheetOf(kind)[regime]) ?? []) {
          const [old, now] = [known.get(key), prices.split(';')[at]];
          if (old === undefined || old === '0' || !now) continue;
          collector.add({ kind, key, state, regime, before: old, after: now });
        }
      }
    }
  }
  return answerOf(month, collector);
};

const sheetOf = (kind: Kind) => (kind === 'INPUT' ? INPUT_SHEETS : COMPOSITION_SHEETS);

const answerOf = (month: Month, collector: Collector): Changes => {
  const largest = [...collector.largest.values()]
    .sort((a, b) => Math.abs(b.percent) - Math.abs(a.percent) || (a.key < b.key ? -1 : 1))
    .slice(0, LARGEST)
    .map(({ key, percent: _rough, ...change }): PublishedChange => {
      const definition = (change.kind === 'INPUT' ? month.inputs : month.compositions).get(key);
      const percent = exactPercent(change.before, change.after);
      return { ...change, code: definition?.code ?? key, name: definition?.name ?? '', percent };
    });
  return {
    comparedPrices: collector.compared,
    changedPrices: collector.percents.length,
    medianPercent: collector.median,
    largest,
  };
};
