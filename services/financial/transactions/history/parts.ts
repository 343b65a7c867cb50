import { TAX_LABELS, type RetentionTax } from '#domain/financial/retentions/taxes.ts';
import type { ChangedPart } from '#schema/financial/transactions/history.rest.ts';
import type { NamedTable, RowNames, RowReference } from '../../rowNames.ts';

export type Json = Readonly<Record<string, unknown>>;

type Part = ChangedPart['part'];

/** A part that changed, with the ids that the history keeps. */
export interface RawPart {
  part: Part;
  change: ChangedPart['change'];
  number: number | null;
  buildingId: number | null;
  stageId: number | null;
  tax: string | null;
  fields: { field: string; before: unknown; after: unknown }[];
}

/** Fields that are told, in the order of the form. */
const FIELDS: Record<Part, readonly string[]> = {
  DOCUMENT: [
    ...['documentNumber', 'description', 'partnerId', 'categoryId', 'emissionDate', 'competenceDate'],
    ...['grossValue', 'invoiceValue', 'expectedWalletId', 'preferredPaymentMethod'],
  ],
  INSTALLMENT: [
    ...['grossValue', 'dueDate', 'paidValue', 'paymentDate', 'walletId', 'paymentMethod', 'increase', 'discount'],
    ...['paymentCode', 'statementWalletId', 'statementDate', 'statementValue'],
  ],
  SHARE: ['grossValue', 'isCustomerCharged'],
  RETENTION: ['base', 'rate', 'value', 'reason'],
};

/** Fields that hold the id of a row, the name of the field that tells its name, and its table. */
const REFERENCES: Readonly<Record<string, { name: string; table: NamedTable }>> = {
  partnerId: { name: 'partner', table: 'partners' },
  categoryId: { name: 'category', table: 'categories' },
  expectedWalletId: { name: 'expectedWallet', table: 'wallets' },
  walletId: { name: 'wallet', table: 'wallets' },
  statementWalletId: { name: 'statementWallet', table: 'wallets' },
};

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const rowsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const known = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** What need not be said: no increase, no discount, nothing charged. */
const plain = (field: string, value: unknown): unknown => {
  if ((field === 'increase' || field === 'discount') && value === '0.00') return null;
  return field === 'isCustomerCharged' && value === false ? null : known(value);
};

const fieldsOf = (part: Part, before: Json, after: Json): RawPart['fields'] =>
  FIELDS[part].flatMap((field) => {
    const [was, is] = [plain(field, before[field]), plain(field, after[field])];
    return was === is ? [] : [{ field, before: was, after: is }];
  });

const NOTHING = { number: null, buildingId: null, stageId: null, tax: null };

export const partOf = (part: Part, before: Json | undefined, after: Json | undefined): RawPart => {
  const row = after ?? before ?? {};
  return {
    ...NOTHING,
    part,
    change: before === undefined ? 'ADDED' : after === undefined ? 'REMOVED' : 'CHANGED',
    ...(part === 'INSTALLMENT' && { number: idOf(row['number']) }),
    ...(part === 'SHARE' && { buildingId: idOf(row['buildingId']), stageId: idOf(row['stageId']) }),
    ...(part === 'RETENTION' && { tax: TAX_LABELS[row['tax'] as RetentionTax] ?? null }),
    fields: fieldsOf(part, before ?? {}, after ?? {}),
  };
};

/** Lists of a document: their part, and what tells one of their rows from the others. */
const LISTS: readonly { list: string; part: Part; key: (row: Json) => string }[] = [
  { list: 'installments', part: 'INSTALLMENT', key: ({ id }) => String(id) },
  { list: 'retentions', part: 'RETENTION', key: ({ tax }) => String(tax) },
  { list: 'apportionments', part: 'SHARE', key: (row) => JSON.stringify([row['buildingId'], row['stageId'] ?? null]) },
];

/** Parts that differ between two states of a document; without `before`, all that it was created with. */
export const changedParts = (before: Json | undefined, after: Json): RawPart[] => {
  const parts = LISTS.flatMap(({ list, part, key }) => {
    const [gone, come] = [before ?? {}, after].map((side) => new Map(rowsOf(side[list]).map((row) => [key(row), row])));
    return [...new Set([...(gone?.keys() ?? []), ...(come?.keys() ?? [])])].map((id) =>
      partOf(part, gone?.get(id), come?.get(id)),
    );
  });
  // A part that came or went is told even without a field.
  return [partOf('DOCUMENT', before, after), ...parts].filter(
    ({ part, change, fields }) => fields.length > 0 || (part !== 'DOCUMENT' && change !== 'CHANGED'),
  );
};

/** The rows whose names a part needs. */
export const referencesOf = ({ buildingId, stageId, fields }: RawPart): RowReference[] => [
  ...(buildingId === null ? [] : [{ table: 'buildings' as const, id: buildingId }]),
  ...(stageId === null ? [] : [{ table: 'cost_estimate_groups' as const, id: stageId }]),
  ...fields.flatMap(({ field, before, after }) => {
    const table = REFERENCES[field]?.table;
    return table === undefined ? [] : [before, after].flatMap((id) => (typeof id === 'number' ? [{ table, id }] : []));
  }),
];

/** A part with names and texts. */
export const toldPart = (
  { part, change, number, buildingId, stageId, tax, fields }: RawPart,
  nameOf: RowNames,
): ChangedPart => {
  const named = (table: NamedTable, id: number | null) => (id === null ? null : (nameOf({ table, id }) ?? `nº ${id}`));
  const text = (field: string, value: unknown): string | null => {
    if (value === null) return null;
    const table = REFERENCES[field]?.table;
    return table !== undefined && typeof value === 'number' ? named(table, value) : String(value as string | boolean);
  };
  return {
    ...{ part, change, number, building: named('buildings', buildingId) },
    ...{ stage: named('cost_estimate_groups', stageId), tax },
    fields: fields.map(({ field, before, after }) => ({
      field: REFERENCES[field]?.name ?? field,
      ...{ before: text(field, before), after: text(field, after) },
    })),
  };
};
