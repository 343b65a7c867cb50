import { sql } from 'kysely';
import { OWN_TASKS } from '#domain/imports/ownFormat.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import { normalizeSpaces, stripAccents } from '#domain/text.ts';
import type { OwnImport } from '#schema/engineering/imports/ownImports.rest.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { ruleBroken, ServiceError } from '../../platform/errors.ts';
import { createTask, updateTask } from '../tasks/save.ts';
import type { OwnTable } from './resources.ts';
import { FileProblems, type FileRow } from './sheet.ts';

interface Item {
  row: number;
  isTask: boolean;
  code: string;
  quantity: string;
}

interface Composition {
  row: number;
  code: string;
  description: string;
  unit: string;
  group: string | null;
  items: Item[];
}

const TYPES: Readonly<Record<string, boolean>> = { insumo: false, composicao: true };

const readItem = ({ number, cells }: FileRow, problems: FileProblems): Item => {
  const [type, code, quantityText] = ['Tipo do item', 'Código do item', 'Quantidade'].map((name) =>
    normalizeSpaces(cells[name] ?? ''),
  );
  const isTask = TYPES[stripAccents(type)];
  if (isTask === undefined) problems.add(number, 'Tipo do item', 'escreva INSUMO ou COMPOSIÇÃO.');
  if (!code) problems.add(number, 'Código do item', 'campo obrigatório.');
  const quantity = parseQuantity(quantityText);
  if (quantity === null) problems.add(number, 'Quantidade', `"${quantityText ?? ''}" não é uma quantidade.`);
  return { row: number, isTask: isTask ?? false, code: code ?? '', quantity: quantity ?? '1' };
};

/** Rows of one composition follow each other; those after the first may leave its own columns blank. */
const readCompositions = (rows: readonly FileRow[], problems: FileProblems): Composition[] => {
  const found: Composition[] = [];
  for (const row of rows) {
    const cell = (name: string): string => normalizeSpaces(row.cells[name] ?? '');
    const code = cell('Código');
    const last = found.at(-1);
    if (last && (code === '' || stripAccents(code) === stripAccents(last.code))) {
      last.items.push(readItem(row, problems));
      continue;
    }
    if (code === '') problems.add(row.number, 'Código', 'campo obrigatório.');
    if (cell('Descrição') === '') problems.add(row.number, 'Descrição', 'campo obrigatório.');
    const first = found.find((one) => code !== '' && stripAccents(one.code) === stripAccents(code));
    if (first) problems.add(row.number, 'Código', `${code} já está na linha ${first.row}.`);
    const own = { row: row.number, code, description: cell('Descrição'), unit: cell('Unidade') };
    found.push({ ...own, group: cell('Grupo') || null, items: [readItem(row, problems)] });
  }
  return found;
};

interface Known {
  units: Map<string, number>;
  products: Map<string, number>;
  tasks: Map<string, number>;
}

const byKey = (rows: readonly { key: string; id: number }[]): Map<string, number> =>
  new Map(rows.map(({ key, id }) => [key, id]));

const knownOf = async (trx: Trx, accountId: number, table: OwnTable, found: readonly Composition[]): Promise<Known> => {
  const codes = [...new Set(found.flatMap((one) => [one.code, ...one.items.map(({ code }) => code)]))];
  const units = await sql<{ key: string; id: number }>`
    select u.text as key, r.id from (select distinct unnest(${found.map(({ unit }) => unit)}::text[]) as text) u
      join units r on r.account_id = ${accountId} and r.active and unit_key(r.acronyms) = unit_key(u.text)`.execute(
    trx,
  );
  const products = await sql<{ key: string; id: number }>`
    select c.code as key, p.id from unnest(${codes}::text[]) as c (code)
      join product_definitions d on d.account_id = ${accountId} and d.catalogue_id = ${table.catalogueId} and d.code_key = search_key(c.code)
      join products p on p.account_id = d.account_id and p.definition_id = d.id and p.product_table_id = ${table.id}`.execute(
    trx,
  );
  const tasks = await sql<{ key: string; id: number }>`
    select c.code as key, t.id from unnest(${codes}::text[]) as c (code)
      join task_definitions d on d.account_id = ${accountId} and d.catalogue_id = ${table.catalogueId} and d.code_key = search_key(c.code)
      join tasks t on t.account_id = d.account_id and t.definition_id = d.id and t.product_table_id = ${table.id}`.execute(
    trx,
  );
  return { units: byKey(units.rows), products: byKey(products.rows), tasks: byKey(tasks.rows) };
};

/** Compositions in an order in which each follows those of the file that it uses. */
const ordered = (found: readonly Composition[], problems: FileProblems): Composition[] => {
  const byCode = new Map(found.map((one) => [stripAccents(one.code), one]));
  const state = new Map<Composition, 'open' | 'done'>();
  const order: Composition[] = [];
  const visit = (one: Composition): void => {
    state.set(one, 'open');
    for (const { isTask, code, row } of one.items) {
      const child = isTask ? byCode.get(stripAccents(code)) : undefined;
      if (!child || state.get(child) === 'done') continue;
      if (state.get(child) === 'open') problems.add(row, 'Código do item', `${code} usa ${one.code}, que usa ${code}.`);
      else visit(child);
    }
    state.set(one, 'done');
    order.push(one);
  };
  for (const one of found) if (!state.has(one)) visit(one);
  return order;
};

const check = (found: readonly Composition[], known: Known, problems: FileProblems): void => {
  const inFile = new Set(found.map(({ code }) => stripAccents(code)));
  for (const { row, unit, items } of found) {
    if (!known.units.has(unit))
      problems.add(row, 'Unidade', unit === '' ? 'campo obrigatório.' : `"${unit}" não está cadastrada.`);
    for (const { row: line, isTask, code } of items) {
      const exists = isTask ? known.tasks.has(code) || inFile.has(stripAccents(code)) : known.products.has(code);
      if (!exists && code !== '') {
        problems.add(line, 'Código do item', `${isTask ? 'a composição' : 'o insumo'} ${code} não está nesta tabela.`);
      }
    }
  }
};

/** A rule that the composition itself breaks is told at its row of the file. */
const atRow = (one: Composition, error: unknown): unknown => {
  if (!(error instanceof ServiceError)) return error;
  const message = `Linha ${one.row}, composição ${one.code}: ${error.fields[0]?.message ?? error.message}`;
  return ruleBroken(message, [{ path: `${OWN_TASKS.part}.${one.row}`, message }]);
};

const NOTHING: OwnImport = { rows: 0, created: 0, updated: 0, unchanged: 0 };

/** Writes the compositions of a file into a cost database of the account's own: all of them, or none. */
export const importTasks = async (
  trx: Trx,
  work: Work,
  table: OwnTable,
  rows: readonly FileRow[],
): Promise<OwnImport> => {
  const { accountId } = work.session;
  const problems = new FileProblems(OWN_TASKS.part);
  const found = readCompositions(rows, problems);
  const known = await knownOf(trx, accountId, table, found);
  check(found, known, problems);
  const order = ordered(found, problems);
  problems.refuse();
  const counts = { ...NOTHING, rows: rows.length };
  const ids = new Map([...known.tasks].map(([code, id]) => [stripAccents(code), id]));
  for (const one of order) {
    const items = one.items.map(({ isTask, code, quantity }) =>
      isTask
        ? { taskId: ids.get(stripAccents(code)) ?? 0, quantity }
        : { resourceId: known.products.get(code) ?? 0, quantity },
    );
    const { code, description, group } = one;
    const body = { code, description, group, unit: { id: known.units.get(one.unit) ?? 0 }, items };
    const id = ids.get(stripAccents(code));
    try {
      if (id === undefined) {
        const made = await createTask(trx, work, { ...body, costDatabase: { id: table.id } });
        ids.set(stripAccents(code), made.id);
        counts.created += 1;
      } else {
        await updateTask(trx, work, id, body);
        counts.updated += 1;
      }
    } catch (error) {
      throw atRow(one, error);
    }
  }
  work.audit({ action: 'import', entity: 'productTable', entityId: table.id, details: { compositions: counts } });
  return counts;
};
