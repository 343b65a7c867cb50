import { MAX_LEAD_TIME_DAYS } from '#domain/purchase/leadTime.ts';
import { isRecord, isText, readJson, writeJson } from '#web/client/storage.ts';
import type { ProductInput, ProductRowFragment } from '#web/generated/purchase.ts';
import type { Option } from '#web/ui/useOptions.ts';

/** A product as its form shows it; a choice keeps its name, so that a draft shows it without a request. */
export interface ProductForm {
  code: string;
  name: string;
  unit: Option | null;
  productType: Option | null;
  productGroup: Option | null;
  productTable: string;
  brands: string[];
  price: string;
  purchaseUnit: Option | null;
  purchaseFactor: string;
  /** Days, or '' for not known. */
  leadTimeDays: string;
}

const isOption = (value: unknown): value is Option | null =>
  value === null || (isRecord(value) && isText(value['id']) && isText(value['label']));

/** What the last new product was given; the next one begins with it. */
type Habit = Pick<ProductForm, 'unit' | 'productType' | 'productGroup'>;
const HABIT = 'product.habit';
const isHabit = (value: unknown): value is Habit =>
  isRecord(value) && isOption(value['unit']) && isOption(value['productType']) && isOption(value['productGroup']);

export const keepHabit = ({ unit, productType, productGroup }: Habit): void =>
  writeJson(localStorage, HABIT, { unit, productType, productGroup });

export const isProductForm = (value: unknown): value is ProductForm =>
  isRecord(value) &&
  [
    value['code'],
    value['name'],
    value['productTable'],
    value['price'],
    value['purchaseFactor'],
    value['leadTimeDays'],
  ].every(isText) &&
  [value['unit'], value['productType'], value['productGroup'], value['purchaseUnit']].every(isOption) &&
  Array.isArray(value['brands']) &&
  value['brands'].every(isText);

const unitOption = (unit: ProductRowFragment['unit']): Option | null => unit && { id: unit.id, label: unit.acronyms };
export const groupLabel = ({ code, name }: { code: string; name: string }): string => `${code} ${name}`;

const NEW: Omit<ProductForm, keyof Habit> = {
  ...{ code: '', name: '', productTable: '', brands: [], price: '' },
  ...{ purchaseUnit: null, purchaseFactor: '', leadTimeDays: '' },
};

export const formOf = (row: ProductRowFragment | null): ProductForm => {
  if (!row) {
    const habit = readJson(localStorage, HABIT, isHabit);
    const productTable = new URLSearchParams(window.location.search).get('productTable') ?? '';
    return { ...NEW, productTable, ...(habit ?? { unit: null, productType: null, productGroup: null }) };
  }
  const { productType, productGroup } = row;
  return {
    code: row.code,
    name: row.name,
    unit: unitOption(row.unit),
    productType: productType && { id: productType.id, label: productType.name },
    productGroup: productGroup && { id: productGroup.id, label: groupLabel(productGroup) },
    productTable: row.productTable?.id ?? '',
    brands: row.brands.map(({ id }) => id),
    price: row.price ?? '',
    purchaseUnit: unitOption(row.purchaseUnit),
    purchaseFactor: row.purchaseFactor ?? '',
    leadTimeDays: row.leadTimeDays === null ? '' : String(row.leadTimeDays),
  };
};

export const problemsOf = (form: ProductForm): Record<string, string> => ({
  ...(form.name.trim() === '' && { name: 'Informe o nome do insumo' }),
  ...(form.unit === null && { unitId: 'Escolha a unidade' }),
  ...(form.productType === null && { productTypeId: 'Escolha o tipo' }),
  ...(form.productTable === '' && { productTableId: 'Escolha a tabela' }),
  ...(form.purchaseUnit !== null &&
    form.purchaseFactor === '' && { purchaseFactor: 'Informe quantas unidades ela contém' }),
  ...(form.purchaseUnit === null && form.purchaseFactor !== '' && { purchaseUnitId: 'Escolha a unidade de compra' }),
  ...(Number(form.leadTimeDays) > MAX_LEAD_TIME_DAYS && {
    leadTimeDays: `Informe no máximo ${MAX_LEAD_TIME_DAYS} dias`,
  }),
});

export const inputOf = (form: ProductForm): ProductInput => ({
  // Without a code, the services give a new product the next number, and a stored one keeps its own.
  ...(form.code.trim() === '' ? {} : { code: form.code.trim() }),
  name: form.name,
  unitId: form.unit?.id ?? '',
  productTypeId: form.productType?.id ?? '',
  productGroupId: form.productGroup?.id ?? null,
  productTableId: form.productTable,
  brandIds: form.brands,
  price: form.price === '' ? null : form.price,
  purchaseUnitId: form.purchaseUnit?.id ?? null,
  purchaseFactor: form.purchaseFactor === '' ? null : form.purchaseFactor,
  leadTimeDays: form.leadTimeDays === '' ? null : Number(form.leadTimeDays),
});
