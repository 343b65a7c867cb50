import { sql, type RawBuilder } from 'kysely';
import { compare, fromCents, MAX_MONEY, toCents, ZERO } from '#domain/money.ts';
import type {
  ContractBody,
  ContractUpdate,
  MeasurementContract,
} from '#schema/engineering/measurements/measurements.rest.ts';
import { conflict, notFound, ruleBroken } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { ESTIMATE_MISSING, visible } from '../costEstimates/access.ts';
import { CONTRACT_MISSING, holdContract, requireApproved } from './hold.ts';
import type { Reader } from '../costEstimates/read.ts';
import { refreshSide } from './openSheets.ts';
import { madeDocument } from './read.ts';
import { valueOfLine } from './sheet.ts';

const ENTITY = 'measurementContract';

type ContractRow = Omit<MeasurementContract, 'contractedValue' | 'lines'> & {
  lines: MeasurementContract['lines'];
  estimateTotal: string;
};

const columns = sql`
  k.id, k.cost_estimate_id as "costEstimateId", k.kind, e.current_total as "estimateTotal",
  case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as partner,
  case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as category,
  k.retention_percentage as "retentionPercentage", k.payment_days as "paymentDays", k.version,
  (select coalesce(json_agg(json_build_object('id', l.line_id, 'quantity', l.quantity::text, 'unitPrice', l.unit_price::text)
            order by l.line_id), '[]')
     from measurement_contract_lines l where l.account_id = k.account_id and l.contract_id = k.id) as lines,
  (select json_build_object('id', m.id, 'number', m.number, 'status', m.status, 'periodEnd', m.period_end)
     from measurements m where m.account_id = k.account_id and m.contract_id = k.id order by m.number desc limit 1) as latest,
  (select count(*) from measurements m where m.account_id = k.account_id and m.contract_id = k.id) as "measurementCount",
  coalesce((select sum(m.retention_value) from measurements m
             where m.account_id = k.account_id and m.contract_id = k.id), 0.00)
    - coalesce((select sum(r.value) from retention_releases r
                 where r.account_id = k.account_id and r.contract_id = k.id), 0.00) as retained,
  (select coalesce(json_agg(json_build_object('id', r.id, 'value', r.value::text, 'dueDate', r.due_date,
            'transaction', ${madeDocument('t')}, 'canUndo', t.status = 'OPEN') order by r.id), '[]')
     from retention_releases r join transactions t on t.account_id = r.account_id and t.id = r.transaction_id
    where r.account_id = k.account_id and r.contract_id = k.id) as releases
  from measurement_contracts k
  join cost_estimates e on e.account_id = k.account_id and e.id = k.cost_estimate_id
  left join partners p on p.account_id = k.account_id and p.id = coalesce(k.partner_id, e.customer_id)
  left join categories c on c.account_id = k.account_id and c.id = k.category_id`;

const readRows = async (trx: Trx, condition: RawBuilder<unknown>): Promise<MeasurementContract[]> => {
  const { rows } = await sql<ContractRow>`
    select ${columns} where ${condition} order by k.kind desc, search_key(p.name), k.id`.execute(trx);
  return rows.map(({ estimateTotal, ...row }) => ({
    ...row,
    contractedValue:
      row.kind === 'CUSTOMER'
        ? estimateTotal
        : fromCents(row.lines.reduce((sum, line) => sum + toCents(valueOfLine(line)), 0n)),
  }));
};

/** @throws ServiceError 404 */
export const readContract = async (trx: Trx, session: Session, id: number): Promise<MeasurementContract> => {
  const [found] = await readRows(
    trx,
    sql`${visible(session)} and k.account_id = ${session.accountId} and k.id = ${id}`,
  );
  if (!found) throw notFound(CONTRACT_MISSING);
  return found;
};

/** A cost estimate that the user may see. @throws ServiceError 404 */
const readEstimateKey = async (trx: Trx, session: Session, id: number) => {
  const { rows } = await sql<{ id: number; companyId: number; approved: boolean }>`
    select e.id, e.company_id as "companyId", e.approved from cost_estimates e
    where ${visible(session)} and e.id = ${id} for key share`.execute(trx);
  const [found] = rows;
  if (!found) throw notFound(ESTIMATE_MISSING);
  return found;
};

/** Sides of the measurements of a cost estimate. @throws ServiceError 404 */
export const listContracts = async (trx: Trx, session: Session, id: number): Promise<MeasurementContract[]> => {
  const { rows } = await sql`select 1 from cost_estimates e where ${visible(session)} and e.id = ${id}`.execute(trx);
  if (rows.length === 0) throw notFound(ESTIMATE_MISSING);
  return readRows(trx, sql`k.account_id = ${session.accountId} and k.cost_estimate_id = ${id}`);
};

type Fields = Omit<ContractUpdate, 'version'>;
interface Owner {
  kind: MeasurementContract['kind'];
  costEstimateId: number;
}

/** What of the references of a body exists. */
const referencesOf = async (trx: Trx, accountId: number, { partner, category, lines }: Fields, owner: Owner) => {
  const { rows } = await sql<{ table: string; id: number; type: string | null }>`
    select 'partner' as "table", id, type from partners where account_id = ${accountId} and id = ${partner?.id ?? null}
    union all
    select 'category', id, type from categories where account_id = ${accountId} and id = ${category?.id ?? null}
    union all
    select 'line', id, null from cost_estimate_lines where account_id = ${accountId}
      and cost_estimate_id = ${owner.costEstimateId} and id = any(${(lines ?? []).map(({ id }) => id)}::bigint[])`.execute(
    trx,
  );
  const known = (table: string) => new Map(rows.filter((row) => row.table === table).map(({ id, type }) => [id, type]));
  return { partners: known('partner'), categories: known('category'), lines: known('line') };
};

const TOO_LARGE = 'O valor do contrato passa do maior valor aceito.';

const checkLines = (lines: NonNullable<Fields['lines']>, known: ReadonlyMap<number, unknown>, problems: Problems) => {
  const seen = new Set<number>();
  let total = 0n;
  for (const [index, line] of lines.entries()) {
    if (!known.has(line.id)) problems.rule(`lines.${index}.id`, 'Linha não encontrada neste orçamento.');
    if (seen.has(line.id)) problems.rule(`lines.${index}.id`, 'Esta linha aparece mais de uma vez.');
    seen.add(line.id);
    total += toCents(valueOfLine(line));
  }
  if (total > toCents(MAX_MONEY)) problems.rule('lines', TOO_LARGE);
};

/** @throws ServiceError 422 at the fields */
const check = async (trx: Trx, accountId: number, fields: Fields, owner: Owner): Promise<void> => {
  const problems = new Problems();
  const known = await referencesOf(trx, accountId, fields, owner);
  const customer = owner.kind === 'CUSTOMER';
  const { partner, category, lines } = fields;
  if (customer && partner != null) problems.rule('partner', 'O cliente da medição é o do orçamento.');
  if (!customer && partner === null) problems.rule('partner', 'Informe o fornecedor.');
  if (!customer && partner && known.partners.get(partner.id) !== 'SUPPLIER')
    problems.rule('partner', 'Fornecedor não encontrado.');
  if (category && known.categories.get(category.id) !== (customer ? 'CREDIT' : 'DEBIT'))
    problems.rule('category', `Escolha uma categoria de ${customer ? 'receita' : 'despesa'}.`);
  if (customer && (lines ?? []).length > 0) problems.rule('lines', 'As linhas do cliente são as do orçamento.');
  checkLines(lines ?? [], known.lines, problems);
  if (compare(fields.retentionPercentage ?? ZERO, '100.00') > 0)
    problems.rule('retentionPercentage', 'Informe um percentual de 0 a 100.');
  problems.refuse();
};

/** Lines of a contractor after this call; measured ones stay, which the database checks at commit. */
const storeLines = async (trx: Trx, accountId: number, contractId: number, lines: NonNullable<Fields['lines']>) => {
  const kept = lines.map(({ id }) => id);
  const { rows } = await sql<{ code: string }>`
    select coalesce(l.description, '') as code from measurement_entries x
    join measurements m on m.account_id = x.account_id and m.id = x.measurement_id
    join cost_estimate_lines l on l.account_id = x.account_id and l.id = x.line_id
    where x.account_id = ${accountId} and m.contract_id = ${contractId} and not x.line_id = any(${kept}::bigint[])
    limit 1`.execute(trx);
  if (rows.length > 0) {
    const message = 'Uma linha já medida não sai do contrato.';
    throw ruleBroken(message, [{ path: 'lines', message }]);
  }
  await sql`delete from measurement_contract_lines
    where account_id = ${accountId} and contract_id = ${contractId} and not line_id = any(${kept}::bigint[])`.execute(
    trx,
  );
  await sql`
    insert into measurement_contract_lines (account_id, contract_id, line_id, quantity, unit_price)
    select ${accountId}::bigint, ${contractId}::bigint, r.id, r.quantity, r.unit_price
    from json_to_recordset(${JSON.stringify(lines.map(({ unitPrice, ...line }) => ({ ...line, unit_price: unitPrice })))}::json)
      as r(id bigint, quantity numeric, unit_price numeric)
    on conflict (account_id, contract_id, line_id) do update set quantity = excluded.quantity,
      unit_price = excluded.unit_price`.execute(trx);
};

/** Adds a side to the measurements of an approved cost estimate. @throws ServiceError 404, 409, 422 */
export const createContract = async (
  trx: Trx,
  work: Work,
  session: Session,
  costEstimateId: number,
  { kind, ...fields }: ContractBody,
): Promise<MeasurementContract> => {
  const { accountId } = session;
  const estimate = await readEstimateKey(trx, session, costEstimateId);
  requireApproved(estimate);
  await check(
    trx,
    accountId,
    { ...fields, ...(kind === 'CONTRACTOR' && { partner: fields.partner ?? null }) },
    { kind, costEstimateId },
  );
  const { rows } = await sql<{ id: number }>`
    insert into measurement_contracts (account_id, company_id, cost_estimate_id, kind, partner_id, category_id,
      retention_percentage, payment_days)
    values (${accountId}, ${estimate.companyId}, ${costEstimateId}, ${kind}, ${fields.partner?.id ?? null},
      ${fields.category?.id ?? null}, ${fields.retentionPercentage ?? '0'}::numeric, ${fields.paymentDays ?? 15})
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  if (kind === 'CONTRACTOR') await storeLines(trx, accountId, id, fields.lines ?? []);
  work.audit({ action: 'create', entity: ENTITY, entityId: id, details: { kind, ...fields } });
  return readContract(trx, session, id);
};

/** Changes a side; what is left out stays. @throws ServiceError 404, 409, 422 */
export const updateContract = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  { id, body: { version, ...fields } }: { id: number; body: ContractUpdate },
): Promise<MeasurementContract> => {
  const { session } = reader;
  const { accountId } = session;
  const held = await holdContract(trx, session, { id, version });
  await check(trx, accountId, fields, held);
  await sql`
    update measurement_contracts set version = version + 1,
      partner_id = case when ${fields.partner !== undefined && held.kind === 'CONTRACTOR'} then ${fields.partner?.id ?? null}::bigint else partner_id end,
      category_id = case when ${fields.category !== undefined} then ${fields.category?.id ?? null}::bigint else category_id end,
      retention_percentage = coalesce(${fields.retentionPercentage ?? null}::numeric, retention_percentage),
      payment_days = coalesce(${fields.paymentDays ?? null}::integer, payment_days)
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  if (fields.lines && held.kind === 'CONTRACTOR') {
    await storeLines(trx, accountId, id, fields.lines);
    await refreshSide(trx, work, reader, id);
  }
  work.audit({ action: 'update', entity: ENTITY, entityId: id, details: fields });
  return readContract(trx, session, id);
};

/** Deletes a side without measurements. @throws ServiceError 404, 409 */
export const removeContract = async (
  trx: Trx,
  work: Work,
  session: Session,
  key: { id: number; version?: number | undefined },
): Promise<{ id: number }> => {
  const held = await holdContract(trx, session, key);
  const { rows } = await sql`select 1 from measurements where account_id = ${session.accountId}
    and contract_id = ${held.id} limit 1`.execute(trx);
  if (rows.length > 0) throw conflict('Este lado tem medições e não pode ser excluído. Exclua as medições antes.');
  await sql`delete from measurement_contracts where account_id = ${session.accountId} and id = ${held.id}`.execute(trx);
  work.audit({ action: 'delete', entity: ENTITY, entityId: held.id });
  return { id: held.id };
};
