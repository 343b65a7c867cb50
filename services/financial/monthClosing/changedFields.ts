import { TAX_LABELS, type RetentionTax } from '#domain/financial/retentions/taxes.ts';

/** A field with another value than before, as the history has it. */
export interface RawField {
  field: string;
  before: unknown;
  after: unknown;
  /** What of the document it is a field of: an installment by its number, a share by building and stage, a tax. */
  of: { number: number | null; building: unknown; stage: unknown; tax: string | null };
}

type Details = Readonly<Record<string, unknown>>;

/** Fields that say nothing of a change, or that others say in better words. */
const TECHNICAL = new Set([
  ...['version', 'monthExceptions', 'unversioned', 'id', 'absorbed', 'number', 'installmentId', 'transactionId'],
  ...[
    'payableId',
    'splitFrom',
    'splitGross',
    'percentage',
    'paymentCode',
    'size',
    'mediaType',
    'buildingId',
    'stageId',
  ],
  ...['tax', 'forecast', 'companyId', 'ownInvoiceValue', 'createdOn', 'retentionRuleId'],
]);

const WHOLE: RawField['of'] = { number: null, building: null, stage: null, tax: null };

const isObject = (value: unknown): value is Details =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Details[] => (Array.isArray(value) ? value.filter(isObject) : []);
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Lists of a document: what tells one of their rows from the others, and what it is called. */
const LISTS: Readonly<Record<string, { key: (row: Details) => string; of: (row: Details) => RawField['of'] }>> = {
  installments: {
    key: ({ id, number }) => String((id ?? number) as string | number),
    of: ({ number }) => ({ ...WHOLE, number: Number(number) }),
  },
  apportionments: {
    key: ({ buildingId, stageId }) => JSON.stringify([buildingId, stageId ?? null]),
    of: ({ buildingId, stageId }) => ({ ...WHOLE, building: buildingId, stage: stageId ?? null }),
  },
  retentions: {
    key: ({ tax }) => String(tax as string),
    of: ({ tax }) => ({ ...WHOLE, tax: TAX_LABELS[tax as RetentionTax] ?? String(tax as string) }),
  },
};

/** Fields as a form has them; the history keeps them in no order. Others follow. */
const ORDER = [
  ...[
    'documentNumber',
    'description',
    'partnerId',
    'categoryId',
    'emissionDate',
    'competenceDate',
    'dueDate',
    'grossValue',
  ],
  ...['invoiceValue', 'paymentDate', 'walletId', 'paymentMethod', 'increase', 'discount'],
];
const placeOf = ({ field }: RawField): number => (ORDER.includes(field) ? ORDER.indexOf(field) : ORDER.length);

/** What an installment or share need not say: no increase, no discount, and what is its gross value once more. */
const isNothing = (field: string, { [field]: value, grossValue }: Details): boolean => {
  if (field === 'increase' || field === 'discount') return value === undefined || value === null || value === '0.00';
  if (field === 'isCustomerCharged') return value !== true;
  return (
    (field === 'invoiceValue' || field === 'value') && (value === undefined || value === null || value === grossValue)
  );
};

const plainFields = (before: Details, after: Details, of: RawField['of']): RawField[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !TECHNICAL.has(field) && !same(before[field], after[field]))
    .filter((field) => !isNothing(field, before) || !isNothing(field, after))
    .map((field) => ({ field, before: before[field], after: after[field], of }))
    .sort((a, b) => placeOf(a) - placeOf(b));

const listFields = (field: string, before: Details, after: Details): RawField[] => {
  const list = LISTS[field];
  if (!list) return [];
  const [gone, come] = [before, after].map((side) => new Map(listOf(side[field]).map((row) => [list.key(row), row])));
  return [...new Set([...(gone?.keys() ?? []), ...(come?.keys() ?? [])])].flatMap((key) => {
    const [was, is] = [gone?.get(key), come?.get(key)];
    return plainFields(was ?? {}, is ?? {}, list.of(is ?? was ?? {}));
  });
};

const between = (before: Details, after: Details): RawField[] => {
  const isList = (field: string): boolean => field in LISTS;
  const plain = plainFields(before, after, WHOLE).filter(({ field }) => !isList(field));
  return [...plain, ...Object.keys(LISTS).flatMap((field) => listFields(field, before, after))];
};

const isPair = (value: unknown): value is { before: unknown; after: unknown } | [unknown, unknown] =>
  (isObject(value) && 'before' in value && 'after' in value) || (Array.isArray(value) && value.length === 2);
const sidesOf = (value: unknown): [unknown, unknown] => {
  if (Array.isArray(value)) return [value[0], value[1]];
  return isObject(value) ? [value['before'], value['after']] : [null, value];
};

/**
 * What a row of the history changed. Commands on documents tell both sides (`before`, `after`), registers pairs by field, payments
 * what they were given, an estorno what there was before.
 */
export const fieldsOf = (action: string, details: Details | null): RawField[] => {
  if (!details) return [];
  const number = Number(details['number'] ?? (isObject(details['before']) ? details['before']['number'] : NaN));
  const of = Number.isInteger(number) ? { ...WHOLE, number } : WHOLE;
  if (action === 'undo') return plainFields(isObject(details['before']) ? details['before'] : {}, {}, of);
  if (action === 'detach') return [{ field: 'attachment', before: details['name'], after: null, of: WHOLE }];
  if (isObject(details['before']) || isObject(details['after']))
    return between(
      isObject(details['before']) ? details['before'] : {},
      isObject(details['after']) ? details['after'] : {},
    );
  const { before: only, ...rest } = details;
  const [single, ...others] = Object.entries(rest).filter(([field]) => !TECHNICAL.has(field));
  // A category that moved to another line: the field, and what it was before.
  if ('before' in details && single && others.length === 0)
    return [{ field: single[0], before: only, after: single[1], of: WHOLE }];
  const fields = Object.entries(details).filter(([field]) => !TECHNICAL.has(field));
  return fields.map(([field, value]) => {
    const [before, after] = isPair(value) ? sidesOf(value) : [null, value];
    return { field, before, after, of };
  });
};
