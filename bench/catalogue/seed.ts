import { createHash } from 'node:crypto';
import pg from 'pg';
import { NOW, tokenFor } from '../support/books.ts';

/** An account with a cost database of its own, and what its questions name. */
export interface Catalogue {
  accountId: number;
  products: number;
  tasks: number;
  token: string;
  tableId: number;
  /** Product that every task uses. */
  labourId: number;
  unitId: number;
  typeId: number;
  groupId: number;
}

const NOUNS =
  'cimento,areia,brita,tubo,cabo,tinta,porta,janela,telha,bloco,tijolo,argamassa,prego,parafuso,fio,disjuntor,luminaria,piso,azulejo,vergalhao';
const KINDS =
  'comum,especial,fino,grosso,lavado,branco,cinza,reforcado,leve,pesado,interno,externo,rosqueado,soldavel,flexivel';
const SPOTS = 'parede,forro,laje,viga,pilar,fachada,banheiro,cozinha,garagem,telhado,muro,escada';

/** Names of six words, of which each of the first three is shared by hundreds of products. */
const NAME = `initcap((string_to_array('${NOUNS}', ','))[1 + n % 20]) || ' ' || (string_to_array('${KINDS}', ','))[1 + n / 20 % 15]
  || ' para ' || (string_to_array('${SPOTS}', ','))[1 + n / 300 % 12] || ' tipo ' || n / 3600 || ' lote ' || n % 7 || ' ref ' || md5(n::text)`;

/** Fills an account; in the product's own tables, with their triggers. */
const FILL = `
with unit as (
  insert into units (account_id, acronyms, description)
  select $1, 'u' || n, 'Unidade ' || n from generate_series(1, 20) n returning id),
type as (
  insert into product_types (account_id, name) select $1, 'Tipo ' || n from generate_series(1, 5) n returning id),
parents as (
  insert into product_groups (account_id, place, name)
  select $1, array[n], 'Grupo ' || n from generate_series(1, 20) n returning id, place),
leaves as (
  insert into product_groups (account_id, parent_id, place, name)
  select $1, p.id, p.place || n, 'Subgrupo ' || n from parents p, generate_series(1, 10) n returning id),
catalogue as (insert into catalogues (account_id, source) values ($1, 'GO') returning id),
cost as (
  insert into product_tables (account_id, catalogue_id, name, source) select $1, id, 'Próprios', 'GO' from catalogue returning id)
select (select id from cost) as cost, (select id from catalogue) as catalogue,
       (select array_agg(id) from unit) as units, (select array_agg(id) from type) as types, (select array_agg(id) from leaves) as leaves`;

const DEFINITIONS = `
insert into product_definitions (account_id, catalogue_id, code, name, unit_id, product_type_id, product_group_id)
select $1, $2, lpad(n::text, 6, '0'), ${NAME}, ($3::bigint[])[1 + n % 20], ($4::bigint[])[1 + n % 5], ($5::bigint[])[1 + n % 200]
  from generate_series(1, $6::int) n`;
const PRODUCTS = `
insert into products (account_id, product_table_id, definition_id, price)
select $1, $2, id, 1 + id % 997 / 10.0 from product_definitions where account_id = $1 order by id`;
/** One product in fifty is suggested with the next one; looking for pairs would take a minute. */
const PAIRS = `
insert into product_pairs (account_id, catalogue_id, first_id, second_id)
select account_id, catalogue_id, id, id + 1 from product_definitions where account_id = $1 and number % 50 = 1`;
const PRICES = `
insert into product_prices (account_id, product_id, day, price, origin)
select account_id, id, '2026-10-10', price, 'TYPED' from products where account_id = $1`;
const TASK_TEXTS = `
insert into task_definitions (account_id, catalogue_id, code, description, unit_id)
select $1, $2, 'CP-' || lpad(n::text, 5, '0'), replace(${NAME}, 'Cimento', 'Execucao de cimento'), ($3::bigint[])[1 + n % 20]
  from generate_series(1, $4::int) n`;
const TASKS = `
insert into tasks (account_id, product_table_id, definition_id, unit_price)
select $1, $2, id, 100 + id % 9973 / 10.0 from task_definitions where account_id = $1 order by id`;
/** Eight lines a task: seven products, one of which every task uses, and a task made earlier. */
const LINES = `
with p as (select array_agg(id order by id) as ids from products where account_id = $1),
     t as (select id, row_number() over (order by id) as n, lag(id, 97) over (order by id) as earlier from tasks where account_id = $1)
insert into task_items (account_id, task_id, position, quantity, product_id, child_task_id)
select $1, t.id, k, 0.5 + k * 0.0371, case when k < 7 then p.ids[case k when 0 then 1 else 1 + (t.n * 31 + k * 7919) % cardinality(p.ids) end] end,
       case when k = 7 then t.earlier end
  from t, p, generate_series(0, 7) k where k < 7 or (t.earlier is not null and t.n % 9 = 0)`;

/** Makes an account with so many products, and compositions of them. */
export const seedCatalogue = async (
  databaseUrl: string,
  { products, tasks }: { products: number; tasks: number },
): Promise<Catalogue> => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const one = async <T extends object>(text: string, values: unknown[]): Promise<T> => {
    const { rows } = await client.query<T>(text, values);
    if (!rows[0]) throw new Error(`no row: ${text}`);
    return rows[0];
  };
  try {
    await client.query(`set prumo.owner_access = 'on'; set jit = off`);
    const account = await one<{ id: string }>('insert into accounts (name) values ($1) returning id', [`${products}`]);
    const accountId = Number(account.id);
    const user = await one<{ id: string }>(
      `insert into users (account_id, login, name, admin) values ($1, $2, 'Bancada', true) returning id`,
      [accountId, `catalogue.${accountId}@bench.prumo`],
    );
    await client.query(`insert into companies (account_id, name) values ($1, 'Bancada')`, [accountId]);
    const token = tokenFor(accountId, 'catalogue');
    const hashed = createHash('sha256').update(token, 'utf8').digest();
    await client.query(
      `insert into access_tokens (token_hash, account_id, user_id, issued_at, expires_at)
       values ($1, $2, $3, $4::timestamptz, $4::timestamptz + interval '1 year')`,
      [hashed, accountId, user.id, NOW],
    );
    const shelf = await one<{ cost: string; catalogue: string; units: string[]; types: string[]; leaves: string[] }>(
      FILL,
      [accountId],
    );
    const { cost, catalogue, units, types, leaves } = shelf;
    await client.query('alter table product_definitions disable trigger keep_pairs_insert');
    await client.query(DEFINITIONS, [accountId, catalogue, units, types, leaves, products]);
    await client.query('alter table product_definitions enable trigger keep_pairs_insert');
    await client.query(PAIRS, [accountId]);
    await client.query(PRODUCTS, [accountId, cost]);
    await client.query(PRICES, [accountId]);
    await client.query(TASK_TEXTS, [accountId, catalogue, units, tasks]);
    await client.query(TASKS, [accountId, cost]);
    await client.query(LINES, [accountId]);
    await client.query('vacuum analyze');
    const labour = await one<{ id: string }>('select min(id) as id from products where account_id = $1', [accountId]);
    return {
      ...{ accountId, products, tasks, token },
      ...{ tableId: Number(cost), labourId: Number(labour.id), unitId: Number(units[0]) },
      ...{ typeId: Number(types[0]), groupId: Number(leaves[0]) },
    };
  } finally {
    await client.end();
  }
};
