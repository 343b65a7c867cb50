import { sql } from 'kysely';
import { groupCode } from '#domain/productGroups.ts';
import type { Trx, Work } from '../../../platform/db/unitOfWork.ts';
import type { Named, ReferenceSource, Sources } from '../../../platform/register/import/references.ts';
import { brands } from '../../brands.ts';
import { productGroupReversal } from '../../productGroups/reversal.ts';
import { holdTree } from '../../productGroups/tree.ts';
import { productTypes } from '../../productTypes.ts';
import { units } from '../../units.ts';
import { GROUP_IS_PARENT, INACTIVE, NOT_FOUND } from '../references.ts';

/** Makes rows that have nothing but texts, in one statement, with their history. */
const makeNamed =
  (table: 'units' | 'brands' | 'product_types', entity: string, columns: readonly string[]) =>
  async (trx: Trx, work: Work, texts: readonly string[]): Promise<number[]> => {
    const { accountId } = work.session;
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (account_id, ${names})
      select ${accountId}, ${sql.join(columns.map(() => sql`t.text`))} from unnest(${texts}::text[]) as t (text)
      returning id`.execute(trx);
    rows.forEach(({ id }, index) => {
      const details = Object.fromEntries(columns.map((column) => [column, texts[index]]));
      work.audit({ action: 'create', entity, entityId: id, details: { account_id: accountId, ...details } });
    });
    return rows.map(({ id }) => id);
  };

interface NamedRow {
  id: number;
  label: string;
  keys: string[];
  active: boolean;
}

const onlyActive = (rows: readonly NamedRow[], inactive: string): Named[] =>
  rows.map(({ active, ...row }) => ({ ...row, onlyKept: active ? undefined : inactive }));

/** Units by their acronyms or name. */
const unit: ReferenceSource = {
  load: async (trx, accountId) => {
    const { rows } = await sql<NamedRow>`
      select id, acronyms as label, active, array[unit_key(acronyms), unit_key(description)] as keys
        from units where account_id = ${accountId} order by unit_key(acronyms)`.execute(trx);
    return onlyActive(rows, INACTIVE.unit);
  },
  key: (text) => sql`unit_key(${text})`,
  missing: NOT_FOUND.unit,
  longest: 10,
  making: { make: makeNamed('units', 'unit', ['acronyms', 'description']), reversal: units.reversal },
};

const byName =
  (table: 'brands' | 'product_types', inactive: string): ReferenceSource['load'] =>
  async (trx, accountId) => {
    const { rows } = await sql<NamedRow>`
    select id, name as label, active, array[search_key(name)] as keys
      from ${sql.table(table)} where account_id = ${accountId} order by search_key(name)`.execute(trx);
    return onlyActive(rows, inactive);
  };

interface GroupRow {
  id: number;
  parent_id: number | null;
  place: number[];
  name: string;
  key: string;
  active: boolean;
}

/** Groups by name, by code, or by their path "Estrutura > Aço". */
const loadGroups: ReferenceSource['load'] = async (trx, accountId) => {
  const { rows } = await sql<GroupRow>`
    select id, parent_id, place, name, search_key(name) as key, active
      from product_groups where account_id = ${accountId} order by place`.execute(trx);
  const parents = new Set(rows.map(({ parent_id }) => parent_id));
  const paths = new Map<number | null, string>();
  return rows.map(({ id, parent_id, place, name, key, active }) => {
    const above = paths.get(parent_id);
    const path = above === undefined ? key : `${above} > ${key}`;
    paths.set(id, path);
    const code = groupCode(place);
    const onlyKept = parents.has(id) ? GROUP_IS_PARENT : active ? undefined : INACTIVE.productGroup;
    return { id, label: `${code} ${name}`, keys: [key, code, `${code} ${key}`, path], onlyKept };
  });
};

/** Makes groups at the top, after the last one. */
const makeGroups = async (trx: Trx, work: Work, names: readonly string[]): Promise<number[]> => {
  const { accountId } = work.session;
  const tree = await holdTree(trx, accountId);
  const last = tree.filter(({ parentId }) => parentId === null).length;
  const { rows } = await sql<{ id: number; name: string }>`
    insert into product_groups (account_id, name, place)
    select ${accountId}, t.name, array[${last} + t.position::integer]
      from unnest(${names}::text[]) with ordinality as t (name, position)
    returning id, name`.execute(trx);
  for (const { id, name } of rows) {
    work.audit({ action: 'create', entity: 'productGroup', entityId: id, details: { account_id: accountId, name } });
  }
  return rows.map(({ id }) => id);
};

/** What the cells of products may name. */
export const productSources: Sources = {
  unit,
  productType: {
    load: byName('product_types', INACTIVE.productType),
    missing: NOT_FOUND.productType,
    longest: 60,
    making: { make: makeNamed('product_types', 'productType', ['name']), reversal: productTypes.reversal },
  },
  productGroup: {
    load: loadGroups,
    missing: NOT_FOUND.productGroup,
    ambiguous: 'Há mais de um grupo com este nome: escreva o código dele.',
    longest: 80,
    making: { make: makeGroups, reversal: productGroupReversal },
  },
  brands: {
    load: byName('brands', INACTIVE.brand),
    missing: NOT_FOUND.brand,
    longest: 80,
    making: { make: makeNamed('brands', 'brand', ['name']), reversal: brands.reversal },
  },
  purchaseUnit: unit,
};
