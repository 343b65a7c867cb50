import { LAST_DAY, type IsoDate } from '#domain/dates.ts';
import { monthOf, nextMonth, occurrencesIn } from '#domain/financial/transactionModels/recurrence.ts';
import { sum } from '#domain/money.ts';
import type {
  ModelDraft,
  ModelOccurrence,
  ModelPreview,
  MonthSums,
} from '#schema/financial/transactionModels/transactionModels.rest.ts';
import { invalid } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { mayChange } from '../transactions/visibility.ts';
import { kindOf, type Planner } from './access.ts';
import { readHistory } from './history.ts';
import { daysOffAround, documentOf, planMonths, type PlannedMonth } from './plan.ts';
import { readModel, type StoredModel } from './read.ts';

type Planned = PlannedMonth['documents'][number];

const keyOf = ({ id, name, version, type }: StoredModel) => ({ id, name, version, type });

export const buildingsOf = ({ shares }: StoredModel): number[] => [...new Set(shares.map((share) => share.buildingId))];

const mayCreate = ({ session, companyId }: Planner, model: StoredModel): boolean =>
  mayChange(session, companyId, kindOf(model.type), buildingsOf(model));

const occurrenceOf = (planned: Planned, planner: Planner): ModelOccurrence => {
  const { model, due, proposed, existing } = planned;
  return {
    model: keyOf(model),
    period: planned.period,
    day: planned.day,
    dueDate: existing?.dueDate ?? due.day,
    moved: existing ? null : due.reason,
    documentNumber: planned.documentNumber,
    description: planned.description,
    competenceDate: planned.competenceDate,
    partner: model.partnerId === null ? null : { id: model.partnerId, name: model.partnerName ?? '' },
    // What exists has a value of its own.
    value: existing?.value ?? proposed.value,
    valueRule: model.valueRule,
    valueSource: proposed.source,
    buildingCount: buildingsOf(model).length,
    existing: existing && { id: existing.id, createdOn: existing.createdOn, made: existing.made },
    canCreate: mayCreate(planner, model),
  };
};

const sumsOf = ({ month, documents }: PlannedMonth, planner: Planner): MonthSums => {
  const created = documents.filter(({ existing, model }) => existing === null && mayCreate(planner, model));
  const of = (type: StoredModel['type']) =>
    sum(created.filter(({ model }) => model.type === type).flatMap(({ proposed }) => proposed.value ?? []));
  return {
    month,
    documents: created.length,
    expenses: of('DEBIT'),
    incomes: of('CREDIT'),
    unknown: created.filter(({ proposed }) => proposed.value === null).length,
  };
};

/** What the models would create in a month, and sums of the two months after it. */
export const previewMonth = async (trx: Trx, planner: Planner, month: string): Promise<ModelPreview> => {
  const [shown, ...next] = await planMonths(trx, planner, [month, nextMonth(month), nextMonth(month, 2)]);
  return {
    month,
    content: (shown?.documents ?? []).map((one) => occurrenceOf(one, planner)),
    next: next.map((one) => sumsOf(one, planner)),
  };
};

/** Months in which the next time of a model is looked for: a yearly one has passed, or comes within as many. */
const LOOK_AHEAD = 13;

/** The next day on which a model falls, from a day on; that day for a model on demand. */
const nextDay = (model: StoredModel, date: IsoDate): Pick<Planned, 'day'> & { period: IsoDate | null } => {
  const daysOff = daysOffAround(date);
  const recurrence = { ...model, kind: model.recurrence };
  const months = Array.from({ length: LOOK_AHEAD }, (_, index) => nextMonth(monthOf(date), index));
  const times = months.flatMap((month) => occurrencesIn(recurrence, month, daysOff));
  return times.find(({ day }) => day >= date) ?? { period: null, day: date };
};

/** Years whose months a preview takes: those around them exist. */
const isPlannable = (date: IsoDate): boolean => date >= '1900-01-01' && date <= '2199-12-31';

/** What a document of a model begins with, when somebody uses it on a day. */
export const draftDocument = async (
  trx: Trx,
  planner: Planner,
  { id, date }: { id: number; date: IsoDate },
): Promise<ModelDraft> => {
  if (!isPlannable(date)) throw invalid([{ path: 'date', message: 'Informe uma data dos anos de 1900 a 2199.' }]);
  const model = await readModel(trx, planner, id);
  const { period, day } = nextDay(model, date);
  const history = await readHistory(trx, planner, { ids: [id], before: period ?? LAST_DAY });
  const time = { period, day, number: model.lastNumber + 1 };
  const planned = documentOf(model, time, { daysOff: daysOffAround(day), past: history.get(id) ?? [] });
  return {
    model: keyOf(model),
    number: planned.number,
    documentNumber: planned.documentNumber,
    description: planned.description,
    dueDate: planned.due.day,
    moved: planned.due.reason,
    competenceDate: planned.competenceDate,
    value: planned.proposed.value,
    valueSource: planned.proposed.source,
  };
};
