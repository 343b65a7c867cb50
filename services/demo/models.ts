import type pg from 'pg';
import { addMonths, startOfMonth, type IsoDate } from '#domain/dates.ts';
import { dayOfMonth, monthLabel, monthStart } from './calendar.ts';
import { FEE } from './clinicIncome.ts';
import { BUILDING_KEYS } from './data/company.ts';
import { MODELS, type ModelSample } from './data/models.ts';
import { insertRows, reserveIds, type Row } from './insert.ts';
import type { LedgerDocuments } from './ledger.ts';
import type { Registers } from './registers.ts';

const modelRow = (model: ModelSample, id: number, registers: Registers, createdAt: string): Row => {
  const { value } = model;
  const isDebit = model.type === 'DEBIT';
  return {
    account_id: registers.accountId,
    id,
    company_id: registers.companyId,
    type: model.type,
    name: model.name,
    document_number: model.documentNumber,
    description: null,
    recurrence: model.day === null ? 'ON_DEMAND' : 'MONTHLY',
    day: model.day,
    working_day: false,
    weekday: null,
    month: null,
    working_day_rule: 'NEXT',
    competence: model.competence ?? 'SAME',
    value_rule: typeof value === 'number' ? 'FIXED' : value,
    value: typeof value === 'number' ? `${value}.00` : null,
    installment_count: 1,
    category_id: isDebit ? registers.expenseCategory(model.category) : registers.incomeCategory(model.category),
    partner_id:
      model.partner === null ? null : isDebit ? registers.supplier(model.partner) : registers.customer(model.partner),
    expected_wallet_id: registers.wallet(model.wallet),
    preferred_payment_method: model.method,
    paused: false,
    created_by: registers.users[0] ?? null,
    created_at: createdAt,
    updated_at: createdAt,
    version: 1,
  };
};

const shareRows = ({ shares = {} }: ModelSample, modelId: number, registers: Registers): Row[] =>
  BUILDING_KEYS.flatMap((building) => {
    const part = shares[building];
    return part ? [{ building, ...part }] : [];
  }).map(({ building, stage, weight }, index) => ({
    account_id: registers.accountId,
    company_id: registers.companyId,
    model_id: modelId,
    position: index + 1,
    building_id: registers.building(building),
    cost_estimate_group_id: stage === null ? null : registers.stage(building, stage),
    weight: `${weight}.00`,
    is_customer_charged: false,
  }));

/** Key of the draft that a model has made: that of its name and day; a fee is named by the month that it bills. */
const keyOf = ({ name, type, day }: ModelSample, month: number, seedDate: IsoDate): string => {
  const due = dayOfMonth(seedDate, month, day ?? 1);
  if (type === 'DEBIT') return `${name} ${due}`;
  return `${FEE} ${monthLabel(addMonths(startOfMonth(due), -1))} – Clínica São Lucas ${due}`;
};

const documentRows = (
  model: ModelSample,
  modelId: number,
  { documents, registers, seedDate }: { documents: LedgerDocuments; registers: Registers; seedDate: IsoDate },
): Row[] =>
  (model.made ?? []).map((month, index) => ({
    account_id: registers.accountId,
    company_id: registers.companyId,
    model_id: modelId,
    transaction_id: documents(keyOf(model, month, seedDate)).id,
    number: index + 1,
    period: monthStart(seedDate, month),
    batch_id: null,
    made_version: 1,
  }));

/** Inserts the models of mock 10, with the documents that they have made. */
export const insertModels = async (
  client: pg.Client,
  documents: LedgerDocuments,
  registers: Registers,
  seedDate: IsoDate,
): Promise<void> => {
  const ids = await reserveIds(client, 'transaction_models', MODELS.length);
  const createdAt = `${monthStart(seedDate, -2)}T09:00:00-03:00`;
  const numbered = MODELS.map((model, index) => ({ model, id: ids[index] ?? 0 }));
  await insertRows(
    client,
    'transaction_models',
    numbered.map(({ model, id }) => modelRow(model, id, registers, createdAt)),
  );
  await insertRows(
    client,
    'transaction_model_shares',
    numbered.flatMap(({ model, id }) => shareRows(model, id, registers)),
  );
  await insertRows(
    client,
    'transaction_model_documents',
    numbered.flatMap(({ model, id }) => documentRows(model, id, { documents, registers, seedDate })),
  );
};
