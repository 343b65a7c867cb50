import { sql, type RawBuilder } from 'kysely';
import { NO_BUILDING, PERMISSIONS, type Permission } from '#domain/permissions.ts';
import type { LiveType } from '#schema/assistant/live.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { entityOf } from './entities.ts';

/** What a row belongs to, as far as it decides who may see it (§6). */
export interface Subject {
  id: number;
  /** Null: of the whole account. */
  companyId: number | null;
  /** DEBIT or CREDIT of a document; null for rows of no such kind. */
  kind: Permission | null;
  /** One of these is enough; empty for a row without a building. Null where buildings do not matter. */
  buildingIds: readonly number[] | null;
}

interface Rule {
  /** Permissions of which one is needed, or each where `all`. KIND: that of the row. None: administrators alone. */
  permissions: readonly Permission[] | 'KIND';
  all?: boolean;
  /** Company, kind and buildings of rows `t`. */
  table: string;
  company?: RawBuilder<unknown>;
  kind?: RawBuilder<unknown>;
  buildings?: RawBuilder<unknown>;
}

const companyId = sql`t.company_id`;
const ofAccount = (table: string, ...permissions: Permission[]): Rule => ({ table, permissions });
const ofCompany = (table: string, ...permissions: Permission[]): Rule => ({
  table,
  permissions,
  all: true,
  company: companyId,
});
const ofBuilding = (table: string, permission: Permission): Rule => ({
  table,
  permissions: [permission],
  company: companyId,
  buildings: sql`array[t.building_id]`,
});
/** The buildings of a transaction are those of its apportionment. */
const apportioned = (table: string, transaction: RawBuilder<unknown>): Rule => ({
  table,
  permissions: 'KIND',
  company: companyId,
  kind: sql`t.type`,
  buildings: sql`array(select distinct a.building_id from apportionments a
    where a.account_id = t.account_id and a.transaction_id = ${transaction})`,
});

/** Who reads the lists of these rows, by services/policy.ts and the lists themselves. */
const RULES: Record<LiveType, Rule> = {
  Brand: ofAccount('brands', ...PERMISSIONS),
  Unit: ofAccount('units', ...PERMISSIONS),
  Category: ofAccount('categories', ...PERMISSIONS),
  Partner: ofAccount('partners', ...PERMISSIONS),
  ProductType: ofAccount('product_types', 'PURCHASE', 'ENGINEERING'),
  ProductGroup: ofAccount('product_groups', 'PURCHASE', 'ENGINEERING'),
  ProductTable: ofAccount('product_tables', 'PURCHASE', 'ENGINEERING'),
  Product: ofAccount('products', 'PURCHASE', 'ENGINEERING'),
  Task: ofAccount('tasks', 'PURCHASE', 'ENGINEERING'),
  User: ofAccount('users'),
  Company: { table: 'companies', permissions: PERMISSIONS, company: sql`t.id` },
  Building: { table: 'buildings', permissions: PERMISSIONS, company: companyId, buildings: sql`array[t.id]` },
  Wallet: ofCompany('wallets', 'DEBIT', 'CREDIT'),
  Transfer: ofCompany('transfers', 'DEBIT', 'CREDIT'),
  TransactionModel: ofCompany('transaction_models', 'DEBIT', 'CREDIT'),
  Order: ofBuilding('orders', 'PURCHASE'),
  Quote: ofBuilding('quotes', 'PURCHASE'),
  CostEstimate: ofBuilding('cost_estimates', 'ENGINEERING'),
  Measurement: {
    table: 'measurements',
    permissions: ['ENGINEERING'],
    company: sql`(select k.company_id from measurement_contracts k where k.account_id = t.account_id and k.id = t.contract_id)`,
    buildings: sql`array(select e.building_id from measurement_contracts k
      join cost_estimates e on e.account_id = k.account_id and e.id = k.cost_estimate_id
      where k.account_id = t.account_id and k.id = t.contract_id)`,
  },
  Transaction: apportioned('transactions', sql`t.id`),
  InstallmentRow: apportioned('installments', sql`t.transaction_id`),
  TransactionComment: apportioned('transaction_comments', sql`t.transaction_id`),
};

const nothing = sql`null`;

interface SubjectRow {
  id: number;
  company_id: number | null;
  kind: Permission | null;
  building_ids: number[] | null;
}

/**
 * What rows of one kind belong to, in one statement; a row that is gone is of the places that it ever had (migration 0092).
 * Rows of another account are not among them.
 */
export const readSubjects = async (trx: Trx, type: LiveType, ids: readonly number[]): Promise<Subject[]> => {
  const { table, company = nothing, kind = nothing, buildings = nothing } = RULES[type];
  const places = RULES[type].buildings ? sql`array_remove(c.places, -1)` : nothing;
  const { rows } = await sql<SubjectRow>`
    select t.id, (${company})::bigint as company_id, (${kind})::text as kind, (${buildings})::bigint[] as building_ids
      from ${sql.table(table)} t where t.id = any(${[...ids]}::bigint[])
    union all
    select c.entity_id, c.company_id, c.kind, (${places})::bigint[]
      from row_changes c where c.entity = ${entityOf(type)} and c.entity_id = any(${[...ids]}::bigint[]) and c.deleted`.execute(
    trx,
  );
  return rows.map((row) => ({ id: row.id, companyId: row.company_id, kind: row.kind, buildingIds: row.building_ids }));
};

/** Whether the user of a session may see a row of this type now. The account is that of the SQL transaction that read it. */
export const mayHear = ({ admin, permissions }: Session, type: LiveType, subject: Subject): boolean => {
  if (admin) return true;
  const companies =
    subject.companyId === null ? Object.values(permissions) : [permissions[String(subject.companyId)] ?? {}];
  const has = (permission: Permission): boolean =>
    companies.some((buildings) =>
      Object.entries(buildings).some(([id, grants]) => grants.includes(permission) && isAt(subject.buildingIds, id)),
    );
  const rule = RULES[type];
  const needed = rule.permissions === 'KIND' ? (subject.kind ? [subject.kind] : []) : rule.permissions;
  return rule.all ? needed.every(has) : needed.some(has);
};

const isAt = (buildings: readonly number[] | null, id: string): boolean => {
  if (buildings === null) return true;
  return buildings.length === 0 ? id === NO_BUILDING : buildings.includes(Number(id));
};
