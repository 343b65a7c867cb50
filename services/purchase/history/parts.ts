import type { PurchaseChangedPart } from '#schema/purchase/history.rest.ts';
import type { NameReference, NamesOf } from './names.ts';

export type Json = Readonly<Record<string, unknown>>;

type Part = PurchaseChangedPart['part'];

/** What a part is called: words that the history has, or a row. */
export type PartName = string | NameReference | null;

/** A part that changed, with the ids that the history keeps. */
export interface RawPart {
  part: Part;
  change: PurchaseChangedPart['change'];
  name: PartName;
  number: number | null;
  fields: { field: string; before: unknown; after: unknown }[];
}

/** Fields that are told, in the order of the forms. */
const FIELDS: Record<Part, readonly string[]> = {
  DOCUMENT: [
    ...['document', 'title', 'supplierId', 'buildingId', 'categoryId', 'buyerId', 'createdDate', 'deliveryDate'],
    ...['deliveryPlace', 'deadline', 'monthlyRate', 'paymentMethod', 'shippingRate', 'discount', 'ipi', 'ipiValue'],
    ...['notes', 'message', 'phone'],
  ],
  LINE: ['description', 'quantity', 'unitId', 'price', 'brandId', 'stageId', 'canceled', 'closed'],
  INSTALLMENT: ['dueDate', 'grossValue'],
  SUPPLIER: ['email'],
};

/** Fields that hold the id of a row, the name of the field that tells its name, and its table. */
const REFERENCES: Readonly<Record<string, { name: string; table: NameReference['table'] }>> = {
  supplierId: { name: 'supplier', table: 'partners' },
  buildingId: { name: 'building', table: 'buildings' },
  categoryId: { name: 'category', table: 'categories' },
  buyerId: { name: 'buyer', table: 'users' },
  unitId: { name: 'unit', table: 'units' },
  brandId: { name: 'brand', table: 'brands' },
  stageId: { name: 'stage', table: 'cost_estimate_groups' },
  awardedId: { name: 'supplier', table: 'quote_suppliers' },
};

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const rowsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);
export const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

const ZERO = /^0(\.0+)?$/;

/** What need not be said: nothing typed, no freight, no interest, not canceled. */
const plain = (value: unknown): unknown =>
  value === undefined || value === '' || value === false || (typeof value === 'string' && ZERO.test(value))
    ? null
    : value;

/** Fields of `names` that differ. What an older entry did not keep yet has not changed. */
const fieldsOf = (names: readonly string[], before: Json | undefined, after: Json | undefined): RawPart['fields'] =>
  names.flatMap((field) => {
    if (before && after && field in before !== field in after) return [];
    const [was, is] = [plain(before?.[field]), plain(after?.[field])];
    return was === is ? [] : [{ field, before: was, after: is }];
  });

const partOf = (
  part: Part,
  [before, after]: readonly [Json | undefined, Json | undefined],
  { name = null, number = null }: { name?: PartName; number?: number | null } = {},
): RawPart => ({
  ...{ part, name, number },
  change: before === undefined ? 'ADDED' : after === undefined ? 'REMOVED' : 'CHANGED',
  // What came or went is called by its description.
  fields: fieldsOf(FIELDS[part], before, after).filter(({ field }) => field !== 'description' || (before && after)),
});

export type Side = 'before' | 'after';

/** A part of which one side alone is told: what was received, or whose receipt was undone. */
export const oneSided = (side: Side, part: Part, values: Json, name: PartName = null): RawPart => ({
  ...{ part, name, number: null, change: side === 'after' ? 'ADDED' : 'REMOVED' },
  fields: fieldsOf(Object.keys(values), side === 'before' ? values : undefined, side === 'after' ? values : undefined),
});

/** A part of which only the fields of `before` and `after` are told. */
export const changedFields = (part: Part, before: Json, after: Json, name: PartName = null): RawPart => ({
  ...{ part, name, number: null, change: 'CHANGED' },
  fields: fieldsOf(Object.keys(after), before, after),
});

const lineName = ({ description, productId }: Json): PartName => {
  if (typeof description === 'string' && description !== '') return description;
  return typeof productId === 'number' ? { table: 'products', id: productId } : null;
};

/** Lists of a document: their part, what tells one of their rows from the others, and its name. */
const LISTS: readonly {
  list: string;
  part: Part;
  key: (row: Json, index: number) => unknown;
  called: (row: Json, index: number) => { name?: PartName; number?: number };
}[] = [
  { list: 'lines', part: 'LINE', key: ({ id }) => id, called: (row) => ({ name: lineName(row) }) },
  {
    ...{ list: 'installments', part: 'INSTALLMENT', key: (_row, index) => index },
    called: (_row, index) => ({ number: index + 1 }),
  },
  {
    ...{ list: 'suppliers', part: 'SUPPLIER', key: ({ id }) => id },
    called: ({ partnerId }) => ({ name: typeof partnerId === 'number' ? { table: 'partners', id: partnerId } : null }),
  },
];

/** Parts that differ between two states of a document; without `before`, all that it was created with. */
export const changedParts = (before: Json | undefined, after: Json): RawPart[] => {
  const parts = LISTS.flatMap(({ list, part, key, called }) => {
    const [gone, come] = [before, after].map(
      (side) => new Map(rowsOf(side?.[list]).map((row, index) => [key(row, index), { row, index }])),
    );
    return [...new Set([...(gone?.keys() ?? []), ...(come?.keys() ?? [])])].map((id) => {
      const [was, is] = [gone?.get(id), come?.get(id)];
      const shown = is ?? was;
      return partOf(part, [was?.row, is?.row], shown && called(shown.row, shown.index));
    });
  });
  // A part that came or went is told even without a field.
  return [partOf('DOCUMENT', [before, after], {}), ...parts].filter(
    ({ part, change, fields }) => fields.length > 0 || (part !== 'DOCUMENT' && change !== 'CHANGED'),
  );
};

/** The rows whose names a part needs. */
export const referencesOf = ({ name, fields }: RawPart): NameReference[] => [
  ...(typeof name === 'object' && name !== null ? [name] : []),
  ...fields.flatMap(({ field, before, after }) => {
    const table = REFERENCES[field]?.table;
    return table === undefined ? [] : [before, after].flatMap((id) => (typeof id === 'number' ? [{ table, id }] : []));
  }),
];

/** A part with names and texts. */
export const toldPart = ({ part, change, name, number, fields }: RawPart, nameOf: NamesOf): PurchaseChangedPart => {
  const text = (field: string, value: unknown): string | null => {
    if (value === null) return null;
    const table = REFERENCES[field]?.table;
    return table !== undefined && typeof value === 'number'
      ? (nameOf({ table, id: value }) ?? `nº ${value}`)
      : String(value as string | number | boolean);
  };
  return {
    ...{ part, change, number },
    name: typeof name === 'object' && name !== null ? (nameOf(name) ?? null) : name,
    fields: fields.map(({ field, before, after }) => ({
      field: REFERENCES[field]?.name ?? field,
      ...{ before: text(field, before), after: text(field, after) },
    })),
  };
};
