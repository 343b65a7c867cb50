import { sql } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import { OWN_RESOURCES } from '#domain/imports/ownFormat.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import { normalizeSpaces, stripAccents } from '#domain/text.ts';
import type { OwnImport } from '#schema/engineering/imports/ownImports.rest.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { repriceUsers } from '../tasks/reprice.ts';
import { FileProblems, type FileRow } from './sheet.ts';

export interface OwnTable {
  id: number;
  catalogueId: number;
}

interface Resource {
  row: number;
  code: string;
  name: string;
  unit: string;
  type: string;
  price: string | null;
}

const CODE = /^[\p{L}\p{N}_./-]{1,30}$/u;

const readResource = ({ number, cells }: FileRow, problems: FileProblems): Resource => {
  const cell = (name: string): string => normalizeSpaces(cells[name] ?? '');
  const [code, name, priceText] = [cell('Código'), cell('Descrição'), cell('Preço')];
  if (code === '') problems.add(number, 'Código', 'campo obrigatório.');
  else if (!CODE.test(code)) problems.add(number, 'Código', 'use letras, números, ponto, hífen e barra, até 30.');
  if (name === '') problems.add(number, 'Descrição', 'campo obrigatório.');
  else if (name.length > 1000) problems.add(number, 'Descrição', 'tem mais de 1.000 caracteres.');
  const price = priceText === '' ? null : parseQuantity(priceText);
  if (priceText !== '' && price === null)
    problems.add(number, 'Preço', `"${priceText}" não é um preço com até 4 casas decimais.`);
  return {
    row: number,
    code,
    name,
    unit: cell('Unidade'),
    type: cell('Tipo'),
    price: price && /[1-9]/.test(price) ? price : null,
  };
};

const refuseRepeated = (resources: readonly Resource[], problems: FileProblems): void => {
  const rows = new Map<string, number>();
  for (const { code, row } of resources) {
    const key = stripAccents(code);
    const first = rows.get(key);
    if (first !== undefined && code !== '') problems.add(row, 'Código', `${code} já está na linha ${first}.`);
    else rows.set(key, row);
  }
};

interface Named {
  text: string;
  id: number;
}

/** Ids of units and types by their text; both exist already. */
const referencesOf = async (trx: Trx, accountId: number, resources: readonly Resource[]) => {
  const [units, types] = [resources.map(({ unit }) => unit), resources.map(({ type }) => type)];
  const foundUnits = await sql<Named>`select u.text, r.id from (select distinct unnest(${units}::text[]) as text) u
    join units r on r.account_id = ${accountId} and r.active and unit_key(r.acronyms) = unit_key(u.text)`.execute(trx);
  const foundTypes = await sql<Named>`select u.text, r.id from (select distinct unnest(${types}::text[]) as text) u
    join product_types r on r.account_id = ${accountId} and r.active and search_key(r.name) = search_key(u.text)`.execute(
    trx,
  );
  const byText = ({ rows }: { rows: Named[] }) => new Map(rows.map(({ text, id }) => [text, id]));
  return { units: byText(foundUnits), types: byText(foundTypes) };
};

/** Codes that were merged into another product: they are no products of their own any more. */
const refuseAliases = async (
  trx: Trx,
  accountId: number,
  { catalogueId }: OwnTable,
  resources: readonly Resource[],
  problems: FileProblems,
): Promise<void> => {
  const { rows } = await sql<{ code: string; survivor: string }>`
    select f.code, d.code as survivor from unnest(${resources.map(({ code }) => code)}::text[]) as f (code)
      join product_aliases a on a.account_id = ${accountId} and a.catalogue_id = ${catalogueId} and a.code_key = search_key(f.code)
      join product_definitions d on d.account_id = a.account_id and d.id = a.definition_id`.execute(trx);
  for (const { code, survivor } of rows) {
    const row = resources.find((resource) => resource.code === code)?.row ?? 0;
    problems.add(row, 'Código', `${code} foi unificado em ${survivor}.`);
  }
};

interface Written {
  created: number;
  updated: Set<number>;
  repriced: number[];
}

const write = async (
  trx: Trx,
  accountId: number,
  table: OwnTable,
  {
    resources,
    unitIds,
    typeIds,
    day,
  }: { resources: readonly Resource[]; unitIds: number[]; typeIds: number[]; day: IsoDate },
): Promise<Written> => {
  const file = sql`unnest(${resources.map(({ code }) => code)}::text[], ${resources.map(({ name }) => name)}::text[],
    ${unitIds}::bigint[], ${typeIds}::bigint[], ${resources.map(({ price }) => price)}::numeric[]) as f (code, name, unit_id, type_id, price)`;
  const ofTable = sql`d.account_id = ${accountId} and d.catalogue_id = ${table.catalogueId} and d.code_key = search_key(f.code)`;
  const renamed = await sql<{ id: number }>`
    update product_definitions d set name = f.name, unit_id = f.unit_id, product_type_id = f.type_id from ${file}
     where ${ofTable} and (d.name, d.unit_id, d.product_type_id) is distinct from (f.name, f.unit_id, f.type_id)
    returning d.id`.execute(trx);
  await sql`insert into product_definitions (account_id, catalogue_id, code, name, unit_id, product_type_id)
    select ${accountId}::bigint, ${table.catalogueId}::bigint, f.code, f.name, f.unit_id, f.type_id from ${file}
    on conflict (account_id, catalogue_id, code_key) do nothing`.execute(trx);
  const priced = await sql<{ id: number; definition: number }>`
    update products p set price = f.price, version = p.version + 1
      from product_definitions d, ${file}
     where ${ofTable} and p.account_id = d.account_id and p.definition_id = d.id and p.product_table_id = ${table.id}
       and p.price is distinct from f.price
    returning p.id, d.id as definition`.execute(trx);
  const created = await sql<{ id: number }>`
    insert into products (account_id, product_table_id, definition_id, price)
    select d.account_id, ${table.id}::bigint, d.id, f.price from ${file} join product_definitions d on ${ofTable}
    on conflict (account_id, definition_id, product_table_id) do nothing returning id`.execute(trx);
  const changed = [...priced.rows, ...created.rows].map(({ id }) => id);
  await sql`insert into product_prices (account_id, product_id, day, price, origin)
    select p.account_id, p.id, ${day}::date, p.price, 'IMPORT' from products p
     where p.account_id = ${accountId} and p.id = any(${changed}::bigint[])
    on conflict (account_id, product_id, day) do update set price = excluded.price, origin = excluded.origin`.execute(
    trx,
  );
  const updated = new Set([...renamed.rows.map(({ id }) => id), ...priced.rows.map(({ definition }) => definition)]);
  return { created: created.rows.length, updated, repriced: priced.rows.map(({ id }) => id) };
};

/** Writes the inputs of a file into a cost database of the account's own: all of them, or none. */
export const importResources = async (
  trx: Trx,
  work: Work,
  table: OwnTable,
  rows: readonly FileRow[],
): Promise<OwnImport> => {
  const { accountId } = work.session;
  const problems = new FileProblems(OWN_RESOURCES.part);
  const resources = rows.map((row) => readResource(row, problems));
  refuseRepeated(resources, problems);
  const { units, types } = await referencesOf(trx, accountId, resources);
  for (const { row, unit, type } of resources) {
    if (!units.has(unit))
      problems.add(row, 'Unidade', unit === '' ? 'campo obrigatório.' : `"${unit}" não está cadastrada.`);
    if (!types.has(type))
      problems.add(row, 'Tipo', type === '' ? 'campo obrigatório.' : `"${type}" não está cadastrado.`);
  }
  await refuseAliases(trx, accountId, table, resources, problems);
  problems.refuse();
  const written = await write(trx, accountId, table, {
    resources,
    unitIds: resources.map(({ unit }) => units.get(unit) ?? 0),
    typeIds: resources.map(({ type }) => types.get(type) ?? 0),
    day: work.clock.today(),
  });
  if (written.repriced.length > 0) await repriceUsers(trx, work, written.repriced);
  const updated = written.updated.size;
  const counts = { rows: rows.length, created: written.created, updated };
  work.audit({ action: 'import', entity: 'productTable', entityId: table.id, details: { inputs: counts } });
  return { ...counts, unchanged: rows.length - counts.created - updated };
};
