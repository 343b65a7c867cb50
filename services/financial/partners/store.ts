import { sql, type Selectable } from 'kysely';
import { taxIdKind } from '#domain/taxId.ts';
import { partnerEndpoints, type PartnerType } from '#schema/financial/partners.rest.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import type { Change } from '../../platform/register/register.ts';
import { registerStore } from '../../platform/register/store.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { PartnerRow } from '../tables.ts';
import { partnerFields } from './fields.ts';

const nameOf = (type: PartnerType) => (type === 'SUPPLIER' ? 'Fornecedor' : 'Cliente');

/** Rejects a change of type, because transactions refer to the partner. */
const requireSameType = (before: PartnerType, type: PartnerType): void => {
  if (before === type) return;
  const message = `O tipo de um parceiro não pode mudar. Cadastre um ${nameOf(type).toLowerCase()} à parte.`;
  throw ruleBroken(message, [{ path: 'type', message }]);
};

/**
 * @throws ServiceError 409 naming another partner of the same type with this CPF or CNPJ; a customer may also be a
 * supplier
 */
const refuseDuplicate = async (
  trx: Trx,
  session: Session,
  { type, taxId }: { type: PartnerType; taxId: unknown },
  ownId: number | undefined,
): Promise<void> => {
  if (typeof taxId !== 'string') return;
  const other = await trx
    .selectFrom('partners')
    .select(['id', 'name'])
    .where('account_id', '=', session.accountId)
    .where('type', '=', type)
    .where('tax_id', '=', taxId)
    .executeTakeFirst();
  if (!other || other.id === ownId) return;
  const kind = taxIdKind(taxId) ?? 'CPF ou CNPJ';
  const message = `Já existe um ${nameOf(type).toLowerCase()} com este ${kind}: ${other.name}.`;
  throw conflict(message, [{ path: 'taxId', message }]);
};

/** Message for an update that only activates or deactivates a partner (§4). */
export const toggleMessage = ({ after, changed }: Change<Selectable<PartnerRow>>): string | undefined =>
  changed.length === 1 && changed[0] === 'active'
    ? `${nameOf(after.type)} ${after.active ? 'reativado' : 'desativado'}`
    : undefined;

/** Customers and suppliers. A search finds a CPF or CNPJ with and without its mask. */
export const partnerStore = registerStore(partnerEndpoints, {
  table: 'partners',
  entity: 'partner',
  noun: ({ type }) => ({ name: nameOf(type), feminine: false }),
  missing: 'Parceiro não encontrado.',
  personal: [
    ...['name', 'trade_name', 'tax_id', 'email', 'phone', 'notes'],
    ...['postal_code', 'street', 'street_number', 'complement', 'district', 'city', 'state'],
  ],
  fields: partnerFields,
  defaultSort: 'name',
  check: async ({ trx, session, before, body, columns }) => {
    if (!body) return;
    if (before) requireSameType(before.type, body.type);
    await refuseDuplicate(trx, session, { type: body.type, taxId: columns?.['tax_id'] }, before?.id);
  },
  usages: ({ account_id, id }) => {
    const transactions = (type: string) => sql`
      select from transactions where account_id = ${account_id} and partner_id = ${id} and type = ${type}`;
    return [
      { one: 'despesa', many: 'despesas', rows: transactions('DEBIT') },
      { one: 'receita', many: 'receitas', rows: transactions('CREDIT') },
      {
        one: 'orçamento',
        many: 'orçamentos',
        rows: sql`select from cost_estimates where account_id = ${account_id} and customer_id = ${id}`,
      },
      {
        one: 'modelo de lançamento',
        many: 'modelos de lançamento',
        rows: sql`select from transaction_models where account_id = ${account_id} and partner_id = ${id}`,
      },
      {
        one: 'contrato medido',
        many: 'contratos medidos',
        rows: sql`select from measurement_contracts where account_id = ${account_id} and partner_id = ${id}`,
      },
      {
        one: 'pedido',
        many: 'pedidos',
        rows: sql`select from orders where account_id = ${account_id} and partner_id = ${id}`,
      },
      {
        one: 'cotação',
        many: 'cotações',
        rows: sql`select from quote_suppliers where account_id = ${account_id} and partner_id = ${id}`,
      },
    ];
  },
});
