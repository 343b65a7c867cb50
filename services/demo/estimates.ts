import type pg from 'pg';
import type { IsoDate } from '#domain/dates.ts';
import { bdiPercentage } from '#domain/engineering/estimate/bdi.ts';
import { estimateFigures, type PricedRow } from '#domain/engineering/estimate/figures.ts';
import { readQuantity } from '#domain/engineering/estimate/formula.ts';
import { decimal4 } from '#domain/money.ts';
import type { BuildingKey } from './data/company.ts';
import { CASA_LINES } from './data/estimateCasa.ts';
import { CLINICA_LINES } from './data/estimateClinica.ts';
import type { EstimateLine, EstimateLines } from './data/estimateShapes.ts';
import type { CustomerKey } from './data/partners.ts';
import { VILA_LINES } from './data/estimateVila.ts';
import { ESTIMATES } from './data/stages.ts';
import { insertRows, keysOf, reserveFor, type Row } from './insert.ts';
import type { StageIds } from './stageRows.ts';

const LINES: Record<BuildingKey, EstimateLines> = { casa: CASA_LINES, vila: VILA_LINES, clinica: CLINICA_LINES };

/** The usual parts of a BDI for buildings: 22,23 %. */
const PARTS = {
  ...{ administration: '4.00', insurance: '0.80', guarantee: '0.00', risk: '1.27' },
  ...{ financial: '1.23', profit: '7.40', taxes: '5.65' },
};

interface Owner {
  accountId: number;
  estimateId: number;
}

/** An estimate that takes compositions on a day. */
interface Taker extends Owner {
  day: IsoDate;
}

/** Takes the compositions with these codes into an estimate, with everything that they are made of. */
const takeCompositions = async (client: pg.Client, { accountId, estimateId, day }: Taker, codes: readonly string[]) => {
  await client.query(
    `with recursive used (task_id) as (
       select t.id from tasks t join task_definitions d on d.account_id = t.account_id and d.id = t.definition_id
       where t.account_id = $1 and d.code = any($3)
       union
       select i.child_task_id from used u join task_items i on i.account_id = $1 and i.task_id = u.task_id
       where i.child_task_id is not null
     )
     insert into cost_estimate_resources (account_id, cost_estimate_id, type, task_id, product_table_id, code, description,
       unit, source_price, unit_price, taken_on)
     select $1, $2, 'COMPOSED_TASK', t.id, t.product_table_id, d.code, d.description, n.acronyms, t.unit_price, t.unit_price, $4::date
     from used
     join tasks t on t.account_id = $1 and t.id = used.task_id
     join task_definitions d on d.account_id = $1 and d.id = t.definition_id
     join units n on n.account_id = $1 and n.id = d.unit_id
     order by d.code`,
    [accountId, estimateId, codes, day],
  );
  await client.query(
    `insert into cost_estimate_resources (account_id, cost_estimate_id, type, product_id, product_table_id, product_type_id,
       code, description, unit, source_price, unit_price, taken_on)
     select distinct on (d.code, p.id) $1::bigint, $2::bigint, 'PRODUCT', p.id, p.product_table_id, d.product_type_id, d.code, d.name,
       n.acronyms, p.price, p.price, $3::date
     from cost_estimate_resources r
     join task_items i on i.account_id = $1 and i.task_id = r.task_id and i.product_id is not null
     join products p on p.account_id = $1 and p.id = i.product_id
     join product_definitions d on d.account_id = $1 and d.id = p.definition_id
     join units n on n.account_id = $1 and n.id = d.unit_id
     where r.account_id = $1 and r.cost_estimate_id = $2
     order by d.code, p.id`,
    [accountId, estimateId, day],
  );
  await client.query(
    `insert into cost_estimate_resource_items (account_id, cost_estimate_id, parent_id, position, resource_id, quantity)
     select $1, $2, r.id, i.position + 1, o.id, i.quantity
     from cost_estimate_resources r
     join task_items i on i.account_id = $1 and i.task_id = r.task_id
     join cost_estimate_resources o on o.account_id = $1 and o.cost_estimate_id = $2
       and (o.product_id = i.product_id or o.task_id = i.child_task_id)
     where r.account_id = $1 and r.cost_estimate_id = $2
     order by r.id, i.position`,
    [accountId, estimateId],
  );
};

interface Taken {
  id: number;
  unit_price: string | null;
}

const takenCompositions = async (client: pg.Client, { accountId, estimateId }: Owner): Promise<Map<string, Taken>> => {
  const { rows } = await client.query<Taken & { code: string }>(
    `select id::integer as id, code, unit_price from cost_estimate_resources
     where account_id = $1 and cost_estimate_id = $2 and task_id is not null`,
    [accountId, estimateId],
  );
  return new Map(rows.map((row) => [row.code, row]));
};

/** Keys of the cost estimates by building. */
export const estimateIds = async (client: pg.Client, accountId: number): Promise<(building: BuildingKey) => number> => {
  const { rows } = await client.query<{ code: string; id: number }>(
    'select code, id::integer as id from cost_estimates where account_id = $1',
    [accountId],
  );
  const ids = new Map(rows.map(({ code, id }) => [code, id]));
  return (building) => ids.get(ESTIMATES[building].code) ?? 0;
};

/** Key of a line by its place ("10.1/2"). */
export type Lines = ReadonlyMap<string, number>;

export const readLines = async (client: pg.Client, accountId: number, estimateId: number): Promise<Lines> => {
  const { rows } = await client.query<{ place: string; id: number }>(
    `select g.code || '/' || l.position as place, l.id::integer as id
     from cost_estimate_lines l join cost_estimate_groups g on g.account_id = l.account_id and g.id = l.parent_id
     where l.account_id = $1 and l.cost_estimate_id = $2 order by l.id`,
    [accountId, estimateId],
  );
  return new Map(rows.map(({ place, id }) => [place, id]));
};

const isComposition = (line: EstimateLine): line is readonly [code: string, quantity: string] => line.length === 2;

/** A row as it is stored, and as its figures need it. */
const rowOf = (line: EstimateLine, taken: ReadonlyMap<string, Taken>): { stored: Row; priced: PricedRow } => {
  const typed = readQuantity(isComposition(line) ? line[1] : line[2].replace('.', ','));
  if (!typed) throw new RangeError(`The quantity of ${line[0]} does not read`);
  const resource = isComposition(line) ? taken.get(line[0]) : undefined;
  if (isComposition(line) && !resource) throw new RangeError(`The demo has no composition ${line[0]}`);
  const [, unit, , price] = isComposition(line) ? [] : line;
  const unitPrice = price === undefined ? (resource?.unit_price ?? null) : decimal4(price);
  return {
    stored: {
      ...{ ...typed, resource_id: resource?.id ?? null, unit: unit ?? null },
      ...{ description: isComposition(line) ? null : line[0], unit_price: price === undefined ? null : unitPrice },
    },
    priced: { level: 0, group: false, quantity: typed.quantity, unitPrice, bdiId: null },
  };
};

/** Inserts the rows of the cost estimates below their stages, with their BDI and what they are made of; none is approved. */
export const insertEstimateRows = async (
  client: pg.Client,
  { accountId, day }: { accountId: number; day: IsoDate },
  { stage, customer }: { stage: StageIds; customer: (key: CustomerKey) => number },
): Promise<void> => {
  const keys = keysOf(ESTIMATES);
  const estimate = await estimateIds(client, accountId);
  const bdi = await reserveFor(client, 'cost_estimate_bdis', keys);
  const percentage = bdiPercentage(PARTS) ?? '0.00';
  await insertRows(
    client,
    'cost_estimate_bdis',
    keys.map((key) => ({
      ...{ account_id: accountId, id: bdi(key), cost_estimate_id: estimate(key), position: 1, name: 'Serviços' },
      ...{ percentage, parts: PARTS, is_default: true },
    })),
  );
  for (const key of keys) {
    const owner = { accountId, estimateId: estimate(key), day };
    const listed = Object.entries(LINES[key]);
    const codes = listed.flatMap(([, lines]) => lines.filter(isComposition).map(([code]) => code));
    await takeCompositions(client, owner, [...new Set(codes)]);
    const taken = await takenCompositions(client, owner);
    const rows = listed.flatMap(([code, lines]) =>
      lines.map((line, index) => ({ ...rowOf(line, taken), parent_id: stage(key, code), position: index + 1 })),
    );
    await insertRows(
      client,
      'cost_estimate_lines',
      rows.map(({ stored, parent_id, position }) => ({
        ...{ account_id: accountId, cost_estimate_id: owner.estimateId, parent_id, position, ...stored },
      })),
    );
    const figures = estimateFigures(
      rows.map(({ priced }) => priced),
      { bdis: [{ id: key, percentage }], defaultBdiId: key, discount: '0.00' },
    );
    const { customer: customerKey } = ESTIMATES[key];
    await client.query(
      `update cost_estimates set direct_total = $3, bdi_total = $4, item_count = $5, without_price = $6, created_at = $7,
         updated_at = $7, customer_id = $8
       where account_id = $1 and id = $2`,
      [
        ...[
          accountId,
          owner.estimateId,
          figures.directTotal,
          figures.bdiTotal,
          figures.itemCount,
          figures.withoutPrice,
        ],
        ...[`${day}T08:00:00-03:00`, customerKey && customer(customerKey)],
      ],
    );
  }
};
