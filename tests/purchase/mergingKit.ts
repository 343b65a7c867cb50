import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type Reply } from '#tests/support/services.ts';
import { openShelf, stock, type ProductSeed } from './productKit.ts';

export const said = ({ status, body }: Reply) => [status, body.message, body.fields];

/** Services with two accounts, each with a shelf, and what the first one's administrator does with products. */
export const startMerging = async () => {
  const services = await startServices();
  const office: Office = await openOffice(services.seed);
  const shelf = await openShelf(services.seed, office.accountId);
  const stranger = await openOffice(services.seed, 'CANARIO');
  const foreign = await openShelf(services.seed, stranger.accountId);
  const at = (accountId = office.accountId) => `/api/v1/purchase/account/${accountId}/product`;
  const post = (path: string, body?: object, token = office.admin) =>
    services.api.post(`${at()}-${path}`, { token, ...(body && { body }) });
  const undo = (id: number) => post(`merges/${id}/undo`);

  let serial = 0;
  const next = () => (serial += 1);
  /** A product with a price of a day. Returns its key. */
  const product = async (seed: Omit<ProductSeed, 'code'> & { code?: string }, prices: Record<string, string> = {}) => {
    const id = await stock(services.seed, shelf, { ...seed, code: seed.code ?? `M${next()}` });
    for (const [day, price] of Object.entries(prices)) {
      const row = { account_id: office.accountId, product_id: id, day, price, origin: 'TYPED' };
      await services.seed.insert('product_prices', row);
    }
    return id;
  };
  /** A composition of lines [product, quantity]; by its code. */
  const compose = async (code: string, lines: [number, string][]): Promise<number> => {
    const items = lines.map(([resourceId, quantity]) => ({ resourceId, quantity }));
    const body = { ...{ code, description: `Serviço ${code}` }, unit: { id: shelf.unit['m³'] }, items };
    const made = await services.api.post('/api/v1/engineering/tasks', {
      token: office.admin,
      body: { ...body, costDatabase: { id: shelf.tableId } },
    });
    if (made.status !== 200) throw new Error(made.text);
    return made.body.data.id;
  };
  const task = async (id: number) =>
    (await services.api.get(`/api/v1/engineering/tasks/${id}`, { token: office.admin })).body.data;
  const linesOf = async (id: number) =>
    (await task(id)).items.map((item: Record<string, unknown>) => [
      item['resourceId'],
      item['quantity'],
      item['totalPrice'],
    ]);
  /** Whatever a merge could touch, each row as the database holds it; versions apart, which only count on. */
  const rowsOfAccount = async () => {
    const of = async (table: string) =>
      (
        await services.seed.sql<{ row: string }>(
          `select (to_jsonb(x) - 'version')::text as row from ${table} x where account_id = $1 order by 1`,
          [office.accountId],
        )
      ).map(({ row }) => row);
    const tables = ['product_definitions', 'products', 'product_brands', 'product_prices', 'product_aliases'];
    const found: Record<string, string[]> = {};
    for (const table of [...tables, 'tasks', 'task_items', 'product_search']) found[table] = await of(table);
    found['product_counts'] = (await of('product_counts')).filter((row) => !row.includes('"count": 0'));
    return found;
  };
  return {
    ...{ services, office, shelf, stranger, foreign, at, post, undo, next },
    ...{ product, compose, task, linesOf, rowsOfAccount },
  };
};
export type Merging = Awaited<ReturnType<typeof startMerging>>;
