import { sql, type Selectable } from 'kysely';
import { pixKeySearch } from '#domain/financial/partners/pixKeys.ts';
import { taxIdKind } from '#domain/taxId.ts';
import type { BodyOf } from '#schema/platform/endpoint.ts';
import { partnerEndpoints, type PartnerType } from '#schema/financial/partners.rest.ts';
import { noteShown } from '../../platform/dataViews.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';
import type { Change } from '../../platform/register/register.ts';
import { registerStore, type RegisterRequest } from '../../platform/register/store.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { PartnerRow } from '../tables.ts';
import { partnerFields } from './fields.ts';
import { paidPartners } from './paymentDetails.ts';
import { keepPaymentChanges } from './paymentChanges/keep.ts';

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

type Body = BodyOf<typeof partnerEndpoints.create>;

/** Only suppliers are paid: keys of a customer would stand where no screen shows them. */
const refuseOfCustomer = ({ type, pixKeys, bankAccounts }: Body): void => {
  if (type === 'SUPPLIER') return;
  const message = 'Só fornecedores têm chaves Pix e contas bancárias.';
  const paths = [...(pixKeys?.length ? ['pixKeys'] : []), ...(bankAccounts?.length ? ['bankAccounts'] : [])];
  if (paths.length > 0)
    throw ruleBroken(
      message,
      paths.map((path) => ({ path, message })),
    );
};

/** Suppliers with a Pix key that has what is searched in it, typed with or without mask. */
const foundByPixKey = (search: string) => {
  const form = pixKeySearch(search);
  if (form === null) return null;
  return sql<boolean>`(r.pix_keys <> '[]' and exists (
    select from jsonb_array_elements(r.pix_keys) k
     where regexp_replace(lower(k ->> 'key'), '[^a-z0-9@]+', '', 'g') like ${`%${form}%`}))`;
};

/** Message for an update that only activates or deactivates a partner (§4). */
export const toggleMessage = ({ after, changed }: Change<Selectable<PartnerRow>>): string | undefined =>
  changed.length === 1 && changed[0] === 'active'
    ? `${nameOf(after.type)} ${after.active ? 'reativado' : 'desativado'}`
    : undefined;

const store = registerStore(partnerEndpoints, {
  table: 'partners',
  entity: 'partner',
  noun: ({ type }) => ({ name: nameOf(type), feminine: false }),
  missing: 'Parceiro não encontrado.',
  personal: [
    ...['name', 'trade_name', 'tax_id', 'email', 'phone', 'notes'],
    ...['postal_code', 'street', 'street_number', 'complement', 'district', 'city', 'state'],
    ...['pix_keys', 'bank_accounts'],
  ],
  found: foundByPixKey,
  fields: partnerFields,
  defaultSort: 'name',
  check: async ({ trx, session, before, body, columns }) => {
    if (!body) return;
    if (before) requireSameType(before.type, body.type);
    refuseOfCustomer(body);
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

/** Customers and suppliers. A change of what a supplier is paid by is kept and announced with the change itself. */
export const partnerStore = {
  ...store,
  create: async (trx: Trx, work: Work, request: RegisterRequest, body: Body) => {
    const row = await store.create(trx, work, request, body);
    await keepPaymentChanges(trx, work, request.session, { before: null, after: row });
    return row;
  },
  update: async (
    trx: Trx,
    work: Work,
    request: RegisterRequest,
    values: { id: number; version?: number; body: Body },
  ): Promise<Change<Selectable<PartnerRow>>> => {
    const change = await store.update(trx, work, request, values);
    await keepPaymentChanges(trx, work, request.session, change);
    // The answer has them, also where the body named none.
    const { id, pix_keys, bank_accounts } = change.after;
    await noteShown(trx, work, paidPartners([{ id, pixKeys: pix_keys, bankAccounts: bank_accounts }]));
    return change;
  },
};
