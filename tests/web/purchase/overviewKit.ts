import type { Page } from 'playwright-core';
import { startApp, type DemoUser } from '#tests/support/app.ts';

export const OVERVIEW = '/home/forms/purchase/purchase-overview';
export const BY_STAGE = '/home/forms/purchase/purchase-overview-appropriate';
export const HOUSE = 'Casa do resumo';

export const [BLOCK, CEMENT, SAND] = [
  'Bloco do resumo 14×19×39',
  'Cimento do resumo a granel',
  'Areia do resumo lavada',
];

/** Rows in sight from top to bottom: their cells without those that only hold controls, joined by " | ". */
export const rows = (page: Page): Promise<string[]> =>
  page.locator('[role="treegrid"] [data-row]').evaluateAll((all) =>
    all
      .map((row) => {
        const cells = [...row.querySelectorAll('[role="gridcell"]')].slice(1);
        const texts = cells.map((cell) => (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim());
        return [(row as HTMLElement).offsetTop, texts.filter((text) => text !== '').join(' | ')] as const;
      })
      .sort(([a], [b]) => a - b)
      .map(([, text]) => text),
  );

export const rowOf = (page: Page, name: string) =>
  page.locator('[role="treegrid"] [data-row]', { hasText: name }).first();
export const param = (page: Page, key: string): string | null => new URL(page.url()).searchParams.get(key);

/**
 * A house of its own. Its estimate: 10 m² of wall, each of 13 blocks at 2,00 and 20 kg of cement at 0,80, in stage 1
 * (260,00 + 160,00); 100 kg of cement in stage 2 (80,00): 500,00. Cement is bought in bags of 50 kg. Ordered: 100 blocks at
 * 2,10 for stage 1 and 4 bags at 45,00 for stage 2 (390,00), of which 60 blocks came with a nota that is paid (126,00); 2 m³
 * of sand at 145,00 (290,00) and 1 bag at 46,00 for no stage.
 */
export const startOverview = async () => {
  const app = await startApp();
  const asked = async (query: string, variables: Record<string, unknown> = {}, as: DemoUser = 'admin') => {
    const { data, errors } = await app.ask(as, query, { variables });
    if (errors) throw new Error(JSON.stringify(errors));
    return data;
  };
  const one = async (sql: string, values: unknown[] = []): Promise<string> => {
    const [row] = await app.services.seed.sql<{ id: string }>(sql, values);
    if (!row) throw new Error(`Nothing found by ${sql}`);
    return String(row.id);
  };
  const { session } = await asked('{ session { companies { id } } }');
  const companyId: string = session.companies[0].id;
  const account = await one('select account_id as id from companies where id = $1', [companyId]);
  const own = (table: string, where = 'true') =>
    one(`select id from ${table} where account_id = $1 and ${where} order by id limit 1`, [account]);
  const building = async (name: string): Promise<string> =>
    (
      await asked(
        'mutation ($companyId: ID!, $input: BuildingInput!) { createBuilding(companyId: $companyId, input: $input) { building { id } } }',
        { companyId, input: { name } },
      )
    ).createBuilding.building.id;
  const [house, empty] = [await building(HOUSE), await building('Obra sem nada')];

  const productTableId = await own('product_tables', "source = 'GO'");
  const units = { own: await own('units', "acronyms = 'kg'"), bag: await own('units', "acronyms = 'sc'") };
  const product = async (code: string, name: string, price: string, more: object = {}): Promise<string> => {
    const input = {
      ...{ code, name, price, unitId: units.own, productTypeId: await own('product_types'), productTableId },
      ...more,
    };
    const made = await asked('mutation ($input: ProductInput!) { createProduct(input: $input) { product { id } } }', {
      input,
    });
    return made.createProduct.product.id;
  };
  const block = await product('R-0501', BLOCK, '2');
  const cement = await product('R-0101', CEMENT, '0.80', { purchaseUnitId: units.bag, purchaseFactor: '50' });
  const sand = await product('R-0204', SAND, '140');
  const made = await asked(
    'mutation ($costDatabaseId: ID!, $input: TaskInput!) { createTask(costDatabaseId: $costDatabaseId, input: $input) { task { id } } }',
    {
      costDatabaseId: productTableId,
      input: {
        ...{ code: 'R-PAREDE', description: 'Parede do resumo', unitId: units.own },
        items: [
          { resourceId: block, quantity: '13' },
          { resourceId: cement, quantity: '20' },
        ],
      },
    },
  );
  const { createCostEstimate } = await asked(
    'mutation ($companyId: ID!, $input: CostEstimateInput!) { createCostEstimate(companyId: $companyId, input: $input) { costEstimate { id version } } }',
    { companyId, input: { code: 'ORC-R1', description: 'Orçamento do resumo', buildingId: house } },
  );
  const { id: estimate, version } = createCostEstimate.costEstimate;
  const { saveCostEstimateDetails } = await asked(
    `mutation ($companyId: ID!, $id: ID!, $version: Int!, $details: [CostEstimateDetailInput!]!) {
      saveCostEstimateDetails(companyId: $companyId, id: $id, version: $version, details: $details) { created { key id } } }`,
    {
      ...{ companyId, id: estimate, version },
      details: [
        { key: 'walls', type: 'GROUP', description: 'Alvenaria' },
        { key: 'floors', type: 'GROUP', description: 'Pisos' },
        { key: 'wall', parentKey: 'walls', taskId: made.createTask.task.id, quantity: '10' },
        { key: 'bags', parentKey: 'floors', productId: cement, quantity: '100' },
      ],
    },
  );
  const stage = (key: string): string =>
    saveCostEstimateDetails.created.find((row: { key: string }) => row.key === key).id;

  const supplierId = await one(
    `select id from partners where account_id = $1 and type = 'SUPPLIER' order by id limit 1`,
    [account],
  );
  const order = async (document: string, createdDate: string, requirementLineList: object[]) =>
    (
      await asked(
        `mutation ($companyId: ID!, $input: OrderInput!) { createOrder(companyId: $companyId, input: $input) {
          order { id version requirementLineList { id } } } }`,
        { companyId, input: { buildingId: house, supplierId, document, createdDate, requirementLineList } },
      )
    ).createOrder.order;
  const first = await order('PC-R01', '2026-11-03', [
    { productId: block, quantity: '100', price: '2.10', costEstimateGroupId: stage('walls') },
    { productId: cement, quantity: '4', price: '45', costEstimateGroupId: stage('floors') },
  ]);
  await order('PC-R02', '2026-11-05', [{ productId: sand, quantity: '2', price: '145' }]);
  await order('PC-R03', '2026-11-06', [{ productId: cement, quantity: '1', price: '46' }]);
  const { receiveOrder } = await asked(
    `mutation ($companyId: ID!, $id: ID!, $version: Int!, $input: OrderDeliveryInput!) {
      receiveOrder(companyId: $companyId, id: $id, version: $version, input: $input) { order { expense { id } } } }`,
    {
      ...{ companyId, id: first.id, version: first.version },
      input: { documentNumber: 'NF 77', lines: [{ lineId: first.requirementLineList[0].id, quantity: '60' }] },
    },
  );
  const expense: string = receiveOrder.order.expense.id;
  const { transaction } = await asked(
    'query ($companyId: ID!, $id: ID!) { transaction(companyId: $companyId, type: DEBIT, id: $id) { version installments { id } } }',
    { companyId, id: expense },
  );
  await asked(
    `mutation ($companyId: ID!, $transactionId: ID!, $installmentId: ID!, $version: Int!, $input: PaymentInput!) {
      payInstallment(companyId: $companyId, type: DEBIT, transactionId: $transactionId, installmentId: $installmentId,
        version: $version, input: $input) { transaction { id } } }`,
    {
      ...{ companyId, transactionId: expense, installmentId: transaction.installments[0].id },
      version: transaction.version,
      input: { paymentDate: '2026-11-20', walletId: await own('wallets'), paymentMethod: 'PIX' },
    },
  );
  /** Code of the stage of the one line of an order; null: none. */
  const stageOf = async (document: string): Promise<string | null> => {
    const [row] = await app.services.seed.sql<{ code: string | null }>(
      `select g.code from orders o join order_lines l on l.order_id = o.id
         left join cost_estimate_groups g on g.id = l.stage_id where o.document = $1`,
      [document],
    );
    return row?.code ?? null;
  };
  const open = (
    address: string,
    rest: { as?: DemoUser; width?: 1440 | 390; dark?: boolean; at?: string | null } = {},
  ) => {
    const { as = 'admin', at = house, ...shown } = rest;
    return app.open(address, { as, place: { companyId, buildingId: at }, ...shown });
  };
  return {
    ...{ app, companyId, house, empty, block, cement, sand, expense, orderId: String(first.id) },
    stageOf,
    open,
  };
};
export type OverviewSite = Awaited<ReturnType<typeof startOverview>>;

/** Picks rows before the first of them is rendered as picked, as quick hands do on a slow machine. */
export const pickAtOnce = async (page: Page, names: readonly string[]): Promise<void> => {
  const boxes = page.getByRole('checkbox', { name: /^Selecionar / });
  await boxes.first().waitFor();
  await boxes.evaluateAll(
    (all, labels) =>
      all.forEach((box) => labels.includes(box.getAttribute('aria-label') ?? '') && (box as HTMLElement).click()),
    names.map((name) => `Selecionar ${name}`),
  );
};
