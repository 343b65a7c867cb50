import { civil } from '#domain/calendar.ts';
import { addDays, compareDates, LAST_DAY, startOfMonth, type IsoDate } from '#domain/dates.ts';
import { resolveTemplate } from '#domain/financial/transactionModels/placeholders.ts';
import {
  firstDayOf,
  nextMonth,
  occurrencesIn,
  type Occurrence,
} from '#domain/financial/transactionModels/recurrence.ts';
import { proposedValue, type PastValue, type ProposedValue } from '#domain/financial/transactionModels/values.ts';
import { daysOffOf, movedDay, type DaysOff, type MovedDay } from '#domain/financial/transactionModels/workingDays.ts';
import { sql } from 'kysely';
import { bankHolidaysOf } from '../../platform/holidays.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { visibleModels, type Planner } from './access.ts';
import { findExisting, type Existing } from './existing.ts';
import { readHistory } from './history.ts';
import { readModels, type StoredModel } from './read.ts';

/** A document as its model would make it. */
export interface PlannedDocument {
  model: StoredModel;
  /** Key of the time; null for a model that is used. */
  period: IsoDate | null;
  /** Day on which the model falls. */
  day: IsoDate;
  due: MovedDay;
  /** {parcela} */
  number: number;
  documentNumber: string | null;
  description: string;
  competenceDate: IsoDate;
  proposed: ProposedValue;
}

export interface PlannedMonth {
  month: string;
  documents: (PlannedDocument & { period: IsoDate; existing: Existing | null })[];
}

/** Days off of the months around a day: a due date may move into the next year. */
export const daysOffAround = (day: IsoDate): DaysOff => {
  const { year } = civil(day);
  return daysOffOf(new Map([year - 1, year, year + 1].filter((one) => one > 0).flatMap(bankHolidaysOf)));
};

interface Time extends Omit<Occurrence, 'period'> {
  period: IsoDate | null;
  number: number;
}

/** One document of a model, its texts resolved and its due date moved. */
export const documentOf = (
  model: StoredModel,
  { period, day, number }: Time,
  { daysOff, past }: { daysOff: DaysOff; past: readonly PastValue[] },
): PlannedDocument => {
  const competenceDate = model.competence === 'SAME' ? day : addDays(startOfMonth(day), -1);
  const values = { day, competence: competenceDate, number };
  const resolved = (template: string | null) => (template === null ? null : resolveTemplate(template, values));
  return {
    model,
    period,
    day,
    due: movedDay(day, model.workingDayRule, daysOff),
    number,
    documentNumber: resolved(model.documentNumber),
    description: resolved(model.description) ?? model.name,
    competenceDate,
    proposed: proposedValue(model.valueRule, { fixed: model.value, past, before: period ?? LAST_DAY }),
  };
};

/** Models that repeat and are not paused, in a company. */
const repeating = (planner: Planner) => sql`${visibleModels(planner)} and not m.paused and m.recurrence <> 'ON_DEMAND'`;

const isTaken = (existing: Existing | null): boolean => existing?.made === true;

/**
 * What the models bring in each of some months in a row, with what exists of it. A number counts on from the documents that
 * exist, over all of these months.
 */
export const planMonths = async (
  trx: Trx,
  planner: Planner,
  months: readonly [string, ...string[]],
): Promise<PlannedMonth[]> => {
  const [first] = months;
  const daysOff = daysOffAround(firstDayOf(first));
  const models = await readModels(trx, repeating(planner));
  const asked = models.filter(({ valueRule }) => valueRule === 'LAST' || valueRule === 'MEAN').map(({ id }) => id);
  const before = firstDayOf(nextMonth(months.at(-1) ?? first));
  const history = await readHistory(trx, planner, { ids: asked, before });
  const planned = models.flatMap((model) => {
    const past = history.get(model.id) ?? [];
    const recurrence = { ...model, kind: model.recurrence };
    return months.flatMap((month) =>
      occurrencesIn(recurrence, month, daysOff).map(({ period, day }) => ({
        month,
        document: { ...documentOf(model, { period, day, number: 0 }, { daysOff, past }), period },
      })),
    );
  });
  const existing = await findExisting(
    trx,
    planner,
    planned.map(({ document }) => document),
  );
  const numbers = new Map(models.map(({ id, lastNumber }) => [id, lastNumber]));
  const numbered = planned.map(({ month, document }, index) => {
    const found = existing[index] ?? null;
    const { model, period, day } = document;
    const number = (numbers.get(model.id) ?? 0) + (isTaken(found) ? 0 : 1);
    numbers.set(model.id, number);
    const again = documentOf(model, { period, day, number }, { daysOff, past: history.get(model.id) ?? [] });
    return { month, document: { ...again, period, existing: found } };
  });
  return months.map((month) => ({
    month,
    documents: numbered
      .filter((one) => one.month === month)
      .map(({ document }) => document)
      .sort(byDueDate),
  }));
};

type Shown = PlannedMonth['documents'][number];

const shownDay = ({ existing, due }: Shown): IsoDate => existing?.dueDate ?? due.day;

const byDueDate = (a: Shown, b: Shown): number => compareDates(shownDay(a), shownDay(b)) || a.model.id - b.model.id;
