import type { TestServices } from '#tests/support/services.ts';
import type { Rows } from './rows.ts';

/** Creates a composition in another one, a spare one, and a published one. */
export const furnishTasks = async ({ seed }: TestServices, accountId: number, rows: Rows): Promise<void> => {
  const insert = (table: string, values: Record<string, unknown>) =>
    seed.insert(table, { account_id: accountId, ...values });
  const tableId = rows.get('productTable');
  const [place] = await seed.sql<{ catalogue_id: string }>('select catalogue_id from product_tables where id = $1', [
    tableId,
  ]);
  const define = (code: string, catalogue_id: unknown) =>
    insert('task_definitions', { catalogue_id, code, description: 'Alvenaria', unit_id: rows.get('unit') });
  const made = async (code: string): Promise<number> => {
    const definition_id = await define(code, place?.catalogue_id);
    return insert('tasks', { product_table_id: tableId, definition_id, unit_price: '36.80' });
  };
  const line = (task_id: number, values: Record<string, unknown>) =>
    insert('task_items', { task_id, position: 0, quantity: '1', ...values });
  const [within, task, spare] = [await made('C-1'), await made('C-2'), await made('C-3')];
  await line(within, { product_id: rows.get('product') });
  await line(spare, { product_id: rows.get('product') });
  rows.set('taskItem', await line(task, { child_task_id: within }));
  rows.set('task/child', within);
  rows.set('task', task);
  rows.set('task/spare', spare);
  const catalogue_id = await insert('catalogues', { source: 'SINAPI', month: '2026-10-01' });
  const definition_id = await define('91640', catalogue_id);
  const child_definition_id = await define('91641', catalogue_id);
  await insert('task_definition_items', { definition_id, position: 0, coefficient: '0.5', child_definition_id });
};
