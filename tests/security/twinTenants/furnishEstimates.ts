import type { TestServices } from '#tests/support/services.ts';
import { bookOf, sheetOf, zipped } from '#tests/engineering/costEstimates/bidWorkbook.ts';
import type { CompanyPlace } from './places.ts';
import type { Rows } from './rows.ts';

const text = (address: string, value: string) => `<c r="${address}" t="str"><v>${value}</v></c>`;
const TITLES = ['Descrição', 'Un', 'Quantidade', 'Total'].map((title, index) =>
  text(`${'ABCD'.charAt(index)}1`, title),
);

/** A workbook of one row. */
export const CLIENT_WORKBOOK = zipped(
  bookOf([
    [
      'Plan1',
      sheetOf(`<row r="1">${TITLES.join('')}</row><row r="2">${text('A2', 'Serviço')}${text('B2', 'u')}</row>`),
    ],
  ]),
);
const LAYOUT = { sheet: 'Plan1', headerRow: 1, columns: { description: 'A', unit: 'B', quantity: 'C', total: 'D' } };

/** Creates a cost estimate with a stage, a row, a composition with its line, a BDI and a lock that has run out; and an empty one. */
export const furnishEstimates = async (
  { seed }: TestServices,
  { accountId, companyId }: CompanyPlace,
  known: Rows,
  buildingId: number,
): Promise<Rows> => {
  const account = { account_id: accountId };
  const estimate = (code: string) =>
    seed.insert('cost_estimates', {
      ...{ ...account, company_id: companyId, building_id: buildingId, code, description: 'Orçamento' },
      ...{ customer_id: known.get('partner/CREDIT'), item_count: 1, without_price: 1 },
    });
  const [id, spare] = [await estimate(`E${buildingId}`), await estimate(`S${buildingId}`)];
  const ofEstimate = { ...account, cost_estimate_id: id };
  const stage = await seed.insert('cost_estimate_groups', {
    ...{ ...ofEstimate, building_id: buildingId, code: '1', name: 'Fundação', position: 1 },
  });
  const taken = {
    ...ofEstimate,
    product_table_id: known.get('productTable'),
    code: 'nome',
    description: 'Item',
    unit: 'u',
  };
  const product = await seed.insert('cost_estimate_resources', {
    ...{ ...taken, type: 'PRODUCT', product_id: known.get('product'), product_type_id: known.get('productType') },
  });
  const task = await seed.insert('cost_estimate_resources', {
    ...{ ...taken, type: 'COMPOSED_TASK', task_id: known.get('task') },
  });
  const line = { parent_id: task, position: 1, resource_id: product, quantity: '1' };
  const item = await seed.insert('cost_estimate_resource_items', { ...ofEstimate, ...line });
  const bdi = await seed.insert('cost_estimate_bdis', { ...ofEstimate, position: 1, name: 'BDI', percentage: '10' });
  const row = await seed.insert('cost_estimate_lines', {
    ...{ ...ofEstimate, parent_id: stage, position: 1, resource_id: task, description: 'Serviço', quantity: '1' },
    ...{ formula: '1*1', memo: 'Conferir', bdi_id: bdi },
  });
  await seed.sql(
    `insert into cost_estimate_locks (account_id, cost_estimate_id, token_hash, user_id, since, expires_at)
     values ($1, $2, sha256('x'), $3, '2026-11-20T11:00:00Z', '2026-11-20T11:10:00Z')`,
    [accountId, id, known.get('user')],
  );
  const spareRow = await seed.insert('cost_estimate_lines', {
    ...{ ...ofEstimate, parent_id: stage, position: 2, description: 'Serviço', unit: 'u', quantity: '1' },
  });
  const revision = (number: number) =>
    seed.sql(
      `insert into cost_estimate_revisions (account_id, cost_estimate_id, number, reason, created_at, created_by,
         direct_total, bdi_total, discount, total, item_count, content, content_hash)
       values ($1, $2, $3, 'APPROVAL', '2026-11-20T11:00:00Z', $4, 0, 0, 0, 0, 0, '[]', sha256('x'))`,
      [accountId, id, number, known.get('user')],
    );
  for (const number of [1, 2]) await revision(number);
  const priced = await estimate(`P${buildingId}`);
  for (const key of [id, priced]) await furnishWorkbook(seed, { accountId, known }, key);
  return new Map([
    ...(await furnishSchedule(seed, ofEstimate, { row, stage })),
    ...(await furnishAmendments(seed, { ...account, company_id: companyId, building_id: buildingId }, known)),
    ...(await furnishPrices(seed, { accountId, known }, priced)),
    ['costEstimate', id],
    ['costEstimate/spare', spare],
    ['stage', stage],
    ['estimateRow', row],
    ['estimateRow/spare', spareRow],
    ['estimateBdi', bdi],
    ['estimateResource', task],
    ['estimateResource/other', product],
    ['estimateItem', item],
  ]);
};

const furnishWorkbook = (
  seed: TestServices['seed'],
  { accountId, known }: { accountId: number; known: Rows },
  estimateId: number,
) =>
  seed.sql(
    `insert into client_workbooks (account_id, cost_estimate_id, name, size, content, created_at, created_by, layout,
       titles, mapped_at)
     values ($1, $2, 'planilha.xlsx', $3, $4, '2026-11-20T11:00:00Z', $5, $6, 'nome', '2026-11-20T11:00:00Z')`,
    [accountId, estimateId, CLIENT_WORKBOOK.length, CLIENT_WORKBOOK, known.get('user'), JSON.stringify(LAYOUT)],
  );

/** Gives an estimate a row whose input has another price in the register now, and another one that has none. */
const furnishPrices = async (
  seed: TestServices['seed'],
  { accountId, known }: { accountId: number; known: Rows },
  estimateId: number,
): Promise<Rows> => {
  const ofEstimate = { account_id: accountId, cost_estimate_id: estimateId };
  const resource = (values: object) =>
    seed.insert('cost_estimate_resources', {
      ...{ ...ofEstimate, type: 'PRODUCT', product_table_id: known.get('productTable'), code: 'nome' },
      ...{ description: 'Item', unit: 'u', ...values },
    });
  const price = { source_price: '1.00', unit_price: '1.00' };
  const dearer = await resource({ product_id: known.get('product'), ...price });
  const gone = await resource({ code: 'fora' });
  await seed.sql(
    `update cost_estimate_resources r set unit = u.acronyms
       from products p join product_definitions d on d.id = p.definition_id join units u on u.id = d.unit_id
      where r.id = $1 and p.id = r.product_id`,
    [dearer],
  );
  for (const [position, resource_id] of [dearer, gone].entries()) {
    await seed.insert('cost_estimate_lines', { ...ofEstimate, position: position + 1, resource_id, quantity: '1' });
  }
  return new Map([
    ['costEstimate/priced', estimateId],
    ['estimateResource/priced', gone],
  ]);
};

/** Creates an approved estimate with a row, an amendment with that row and a new one, and an empty amendment. */
const furnishAmendments = async (
  seed: TestServices['seed'],
  place: { account_id: number; company_id: number; building_id: number },
  known: Rows,
): Promise<Rows> => {
  const { account_id, building_id } = place;
  const estimate = await seed.insert('cost_estimates', {
    ...{ ...place, code: `A${building_id}`, description: 'Aditado', approved: true, item_count: 1 },
  });
  const ofEstimate = { account_id, cost_estimate_id: estimate };
  const stage = await seed.insert('cost_estimate_groups', {
    ...{ ...ofEstimate, building_id, code: '1', name: 'Fundação', position: 1 },
  });
  const bdi = await seed.insert('cost_estimate_bdis', { ...ofEstimate, position: 1, name: 'BDI', percentage: '10' });
  const row = await seed.insert('cost_estimate_lines', {
    ...{ ...ofEstimate, parent_id: stage, position: 1, description: 'Serviço', unit: 'u', quantity: '1' },
    unit_price: '10',
  });
  const amendment = (number: number) =>
    seed.insert('cost_estimate_amendments', {
      ...{ ...ofEstimate, number, date: '2026-11-20', reason: 'Mudança', created_by: known.get('user') },
      ...{ created_at: '2026-11-20T11:00:00Z', updated_at: '2026-11-20T11:00:00Z' },
    });
  const id = await amendment(1);
  const line = (values: object) =>
    seed.insert('cost_estimate_amendment_lines', { ...ofEstimate, amendment_id: id, quantity: '1', ...values });
  await line({ position: 1, line_id: row, added: false });
  await line({
    ...{ position: 2, added: true, parent_id: stage, bdi_id: bdi, source_code: 'nome', description: 'Serviço' },
    ...{ unit: 'u', unit_price: '10' },
  });
  return new Map([
    ['costEstimate/amended', estimate],
    ['stage/amended', stage],
    ['estimateBdi/amended', bdi],
    ['estimateRow/amended', row],
    ['amendment', id],
    ['amendment/spare', await amendment(2)],
  ]);
};

/** Creates a schedule with a row and a milestone that depends on it, another milestone, two days off, and two baselines. */
const furnishSchedule = async (
  seed: TestServices['seed'],
  ofEstimate: { account_id: number; cost_estimate_id: number },
  { row, stage }: { row: number; stage: number },
): Promise<Rows> => {
  await seed.sql(
    "insert into schedules (account_id, cost_estimate_id, starts_on, version) values ($1, $2, '2026-11-23', 2)",
    Object.values(ofEstimate),
  );
  const item = await seed.insert('schedule_items', {
    ...{ ...ofEstimate, line_id: row, duration: 3, start_date: '2026-11-23', end_date: '2026-11-25' },
  });
  const milestone = (name: string) =>
    seed.insert('schedule_items', {
      ...{ ...ofEstimate, group_id: stage, milestone: name, duration: 0 },
      ...{ start_date: '2026-11-26', end_date: '2026-11-26' },
    });
  const done = await milestone('Pronto');
  const spare = await milestone('Entregue');
  const ends = { from_item_id: item, to_item_id: done };
  const link = await seed.insert('schedule_links', { ...ofEstimate, ...ends, type: 'FS' });
  const dayOff = (date: string) =>
    seed.insert('schedule_days_off', { ...ofEstimate, date, type: 'RAIN', description: 'Chuva' });
  const baseline = (name: string) =>
    seed.insert('schedule_baselines', {
      ...{ ...ofEstimate, name, start_date: '2026-11-23', end_date: '2026-11-25', total: '0.00' },
      ...{ items: '[]', months: '[]' },
    });
  return new Map([
    ['scheduleBaseline', await baseline('Contratual')],
    ['scheduleBaseline/spare', await baseline('Revisada')],
    ['scheduleItem', item],
    ['scheduleItem/second', done],
    ['scheduleItem/spare', spare],
    ['scheduleLink', link],
    ['dayOff', await dayOff('2026-12-01')],
    ['dayOff/spare', await dayOff('2026-12-02')],
  ]);
};
