import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { KEPT_DIFFERENCES, type Findings } from './findings.ts';

/** A foreign key of a table with account data, from the PostgreSQL catalogue. */
interface Reference {
  child: string;
  parent: string;
  childColumns: string[];
  parentColumns: string[];
}

interface Broken {
  accountId: string;
  key: string;
  target: string;
  /** Account of the referenced row; null when the row is missing. */
  owner: string | null;
  exists: boolean;
}

const NAMES: Record<string, string> = {
  accounts: 'conta',
  users: 'usuário',
  user_permissions: 'permissão',
  companies: 'empresa',
  buildings: 'obra',
  cost_estimates: 'orçamento',
  cost_estimate_groups: 'etapa',
  cost_estimate_lines: 'linha de orçamento',
  cost_estimate_bdis: 'BDI de orçamento',
  cost_estimate_resources: 'insumo ou composição de orçamento',
  cost_estimate_resource_items: 'item de composição de orçamento',
  cost_estimate_locks: 'edição de orçamento',
  categories: 'categoria',
  partners: 'cliente ou fornecedor',
  wallets: 'carteira',
  transfers: 'transferência',
  transactions: 'documento',
  installments: 'parcela',
  apportionments: 'rateio',
  apportionment_shares: 'parte de rateio',
  attachments: 'anexo',
  transaction_retentions: 'retenção',
  retention_installments: 'parcela de retenção',
  retention_rules: 'regra de retenção',
};
const name = (table: string): string => NAMES[table] ?? table;

const references = async (trx: Trx): Promise<Reference[]> => {
  const { rows } = await sql<Reference>`
    select child.relname as child, parent.relname as parent,
           array_agg(c.attname::text order by k.position) as "childColumns",
           array_agg(p.attname::text order by k.position) as "parentColumns"
    from pg_constraint f
    join pg_class child on child.oid = f.conrelid
    join pg_class parent on parent.oid = f.confrelid
    cross join lateral unnest(f.conkey, f.confkey) with ordinality as k (child_column, parent_column, position)
    join pg_attribute c on c.attrelid = f.conrelid and c.attnum = k.child_column
    join pg_attribute p on p.attrelid = f.confrelid and p.attnum = k.parent_column
    where f.contype = 'f' and f.connamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = f.conrelid and a.attname = 'account_id' and not a.attisdropped)
    group by f.oid, child.relname, parent.relname
    order by child.relname, f.oid`.execute(trx);
  return rows;
};

/** Rows that refer to a missing row, or to one of another account or company. */
const broken = async (trx: Trx, { child, parent, childColumns, parentColumns }: Reference): Promise<Broken[]> => {
  const columns = childColumns.map((column) => sql.ref(`c.${column}`));
  const matches = parentColumns.map((column, index) => sql`${sql.ref(`p.${column}`)} = ${columns[index]}`);
  const id = { child: columns.at(-1), parent: sql.ref(`p.${parentColumns.at(-1)}`) };
  const { rows } = await sql<Broken>`
    select c.account_id as "accountId", coalesce(to_jsonb(c) ->> 'id', concat_ws('/', ${sql.join(columns)})) as key,
           ${id.child} as target, found.owner, found.owner is not null as exists
    from ${sql.table(child)} c
    left join lateral (
      select coalesce(to_jsonb(p) ->> 'account_id', to_jsonb(p) ->> 'id') as owner
      from ${sql.table(parent)} p where ${id.parent} = ${id.child} limit 1
    ) found on true
    where num_nulls(${sql.join(columns)}) = 0
      and not exists (select from ${sql.table(parent)} p where ${sql.join(matches, sql` and `)})
    limit ${KEPT_DIFFERENCES}`.execute(trx);
  return rows;
};

const describe = ({ parent }: Reference, { accountId, target, owner, exists }: Broken): string => {
  const where = `aponta para ${name(parent)} ${target}`;
  if (!exists) return `${where}, que não existe`;
  return owner === accountId ? `${where}, que não pertence ao mesmo lugar` : `${where}, que é da conta ${owner}`;
};

/** Checks every foreign key: their triggers can be disabled. */
export const verifyReferences = async (trx: Trx, findings: Findings): Promise<void> => {
  for (const reference of await references(trx)) {
    for (const row of await broken(trx, reference)) {
      findings.note(row.accountId, `${name(reference.child)} ${row.key}`, describe(reference, row));
    }
    findings.count('references', 1);
  }
};
