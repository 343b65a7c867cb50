import pg from 'pg';
import { type Books, seedBooks, TODAY } from '../support/books.ts';

/** Books whose expenses stand in the stages of one building, with its cost estimate, schedule and measurements. */
export interface Site extends Books {
  stages: number;
}

/** Leaves of the tree below ten stages at the top, of nine stages each. */
const LEAVES_OF_A_STAGE = 10;

/** Ten stages at the top, with nine in each, with the leaves in each of those, five rows in every leaf. */
const estimateSql = ({ accountId, companyId, buildingId }: Books): string[] => [
  `insert into cost_estimates (account_id, company_id, building_id, code, description, approved)
     select ${accountId}, ${companyId}, ${buildingId}, 'ORC-1', 'Obra medida', true`,
  `insert into cost_estimate_groups (account_id, cost_estimate_id, building_id, code, name, position)
     select ${accountId}, e.id, ${buildingId}, i::text, 'Etapa ' || i, i from cost_estimates e, generate_series(1, 10) i where e.account_id = ${accountId}`,
  `insert into cost_estimate_groups (account_id, cost_estimate_id, building_id, parent_id, code, name, position)
     select ${accountId}, g.cost_estimate_id, ${buildingId}, g.id, g.code || '.' || i, 'Etapa ' || g.code || '.' || i, i
     from cost_estimate_groups g, generate_series(1, 9) i where g.account_id = ${accountId} and g.building_id = ${buildingId}`,
  `insert into cost_estimate_groups (account_id, cost_estimate_id, building_id, parent_id, code, name, position)
     select ${accountId}, g.cost_estimate_id, ${buildingId}, g.id, g.code || '.' || i, 'Etapa ' || g.code || '.' || i, i
     from cost_estimate_groups g, generate_series(1, ${LEAVES_OF_A_STAGE}) i
     where g.account_id = ${accountId} and g.building_id = ${buildingId} and g.code like '%.%'`,
  `insert into cost_estimate_lines (account_id, cost_estimate_id, parent_id, position, description, unit, quantity, unit_price)
     select ${accountId}, g.cost_estimate_id, g.id, i, 'Serviço ' || g.code || '.' || i, 'm²', 1 + g.id % 97, 10 + (g.id * i) % 997 / 10.0
     from cost_estimate_groups g, generate_series(1, 5) i
     where g.account_id = ${accountId} and g.building_id = ${buildingId} and g.code like '%.%.%'`,
  `insert into cost_estimate_bdis (account_id, cost_estimate_id, position, name, percentage, is_default)
     select ${accountId}, e.id, 1, 'Serviços', 22.23, true from cost_estimates e where e.account_id = ${accountId}`,
  `insert into schedules (account_id, cost_estimate_id, starts_on) select ${accountId}, e.id, date '${TODAY}' - 1200 from cost_estimates e where e.account_id = ${accountId}`,
  `insert into schedule_days_off (account_id, cost_estimate_id, date, type, description)
     select ${accountId}, e.id, date '${TODAY}' - 1200 + i * 30, 'RAIN', 'Chuva' from cost_estimates e, generate_series(1, 60) i where e.account_id = ${accountId}`,
  `insert into schedule_items (account_id, cost_estimate_id, group_id, duration, start_date, end_date)
     select ${accountId}, g.cost_estimate_id, g.id, 20, date '${TODAY}' - 1200 + (row_number() over (order by g.id) * 2)::integer,
            date '${TODAY}' - 1173 + (row_number() over (order by g.id) * 2)::integer
     from cost_estimate_groups g where g.account_id = ${accountId} and g.building_id = ${buildingId} and g.code like '%.%.%'`,
  `insert into measurement_contracts (account_id, company_id, cost_estimate_id, kind) select ${accountId}, ${companyId}, e.id, 'CUSTOMER' from cost_estimates e where e.account_id = ${accountId}`,
  `insert into measurements (account_id, contract_id, number, period_start, period_end, status, sheet)
     select ${accountId}, k.id, i, date '${TODAY}' - 30 * (37 - i), date '${TODAY}' - 30 * (37 - i) + 29, 'CLOSED', '[]'
     from measurement_contracts k, generate_series(1, 36) i where k.account_id = ${accountId}`,
  // Every row is measured in three measurements, a third of it in each.
  `insert into measurement_entries (account_id, measurement_id, line_id, accumulated, value, direct_value, updated_at)
     select ${accountId}, m.id, l.id, l.quantity * k / 3, round(l.quantity * l.unit_price * k / 3 * 1.2223, 2), round(l.quantity * l.unit_price * k / 3, 2), now()
     from (select *, row_number() over (order by id) as n, count(*) over () as many from cost_estimate_lines where account_id = ${accountId}) l
     cross join generate_series(1, 3) k
     join measurements m on m.account_id = ${accountId} and m.number = l.n * 33 / l.many + k`,
];

/** Every apportionment to the one building: two of a document to neighbouring leaves, one in thirty without a stage. */
const CLASSIFY = `
  with leaves as (select array_agg(id order by id) as ids from cost_estimate_groups
    where account_id = $1 and building_id = $2 and code like '%.%.%')
  update apportionments a set building_id = $2, cost_estimate_group_id = case
    when a.transaction_id % 30 = 0 and a.position = 1 then null
    else l.ids[1 + ((hashint8(a.transaction_id) & 1048575) * 2 + a.position) % cardinality(l.ids)] end
  from leaves l where a.account_id = $1`;

/** Fills one account whose installments all belong to one building of a thousand stages. */
export const seedSite = async (ownerUrl: string, { installments, seed }: { installments: number; seed: number }) => {
  const [books] = await seedBooks(ownerUrl, [{ installments, seed }]);
  if (!books) throw new Error('no books');
  const { accountId, buildingId } = books;
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'prumo-bench' });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica`);
    await client.query(`select set_config('prumo.owner_access', 'on', false)`);
    for (const text of estimateSql(books)) await client.query(text);
    await client.query(CLASSIFY, [accountId, buildingId]);
    await client.query('select rebuild_stage_costs(), rebuild_results(), rebuild_flows(), rebuild_document_lists()');
    await client.query('vacuum (full, analyze) apportionments');
    await client.query('vacuum (analyze)');
    const { rows } = await client.query<{ stages: number }>(
      'select count(*)::integer as stages from cost_estimate_groups where account_id = $1',
      [accountId],
    );
    return { ...books, stages: rows[0]?.stages ?? 0 };
  } finally {
    await client.end();
  }
};
