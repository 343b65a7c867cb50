import { sql, type RawBuilder, type Selectable } from 'kysely';
import { normalizeTaxId, taxIdKind } from '#domain/taxId.ts';
import { onlyDigits } from '#domain/text.ts';
import type { Partner, PartnerType } from '#schema/financial/partners.rest.ts';
import { conflict, notFound, ruleBroken } from '../../platform/errors.ts';
import { mapPage, matches, type RegisterListRules } from '../../platform/register/listFilters.ts';
import { fetchPage, readListQuery, type ListKeys, type ListQuery } from '../../platform/register/lists.ts';
import { register, type Change } from '../../platform/register/register.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { PartnerRow } from '../tables.ts';

const PARTNER_NOT_FOUND = 'Parceiro não encontrado.';

const nameOf = (type: PartnerType) => (type === 'SUPPLIER' ? 'Fornecedor' : 'Cliente');

/** Making, changing and deleting customers and suppliers. */
export const partnerRegister = register({
  table: 'partners',
  entity: 'partner',
  noun: ({ type }) => ({ name: nameOf(type), feminine: false }),
  missing: PARTNER_NOT_FOUND,
  personal: [
    ...['name', 'trade_name', 'tax_id', 'email', 'phone', 'notes'],
    ...['postal_code', 'street', 'street_number', 'complement', 'district', 'city', 'state'],
  ],
  usages: ({ account_id, id }) => {
    const transactions = (type: string) => sql`
      select from transactions where account_id = ${account_id} and partner_id = ${id} and type = ${type}`;
    return [
      { one: 'despesa', many: 'despesas', rows: transactions('DEBIT') },
      { one: 'receita', many: 'receitas', rows: transactions('CREDIT') },
    ];
  },
});

/** Transactions keep the partner they were entered with, so a supplier stays a supplier. */
export const requireSameType = (before: { type: string }, type: PartnerType): void => {
  if (before.type === type) return;
  const message = `O tipo de um parceiro não pode mudar. Cadastre um ${nameOf(type).toLowerCase()} à parte.`;
  throw ruleBroken(message, [{ path: 'type', message }]);
};

/** 409 naming the other partner of the same type with this CPF or CNPJ; a customer may be a supplier too. */
export const refuseDuplicate = async (
  trx: Trx,
  session: Session,
  partner: { type: PartnerType; tax_id?: string | null | undefined },
  ownId: number | null,
): Promise<void> => {
  if (!partner.tax_id) return;
  const other = await trx
    .selectFrom('partners')
    .select(['id', 'name'])
    .where('account_id', '=', session.accountId)
    .where('type', '=', partner.type)
    .where('tax_id', '=', partner.tax_id)
    .executeTakeFirst();
  if (!other || other.id === ownId) return;
  const kind = taxIdKind(partner.tax_id) ?? 'CPF ou CNPJ';
  const message = `Já existe um ${nameOf(partner.type).toLowerCase()} com este ${kind}: ${other.name}.`;
  throw conflict(message, [{ path: 'taxId', message }]);
};

/** What to tell about an update that did nothing but switch a partner on or off (§4). */
export const toggleMessage = ({ after, changed }: Change<Selectable<PartnerRow>>): string | undefined =>
  changed.length === 1 && changed[0] === 'active'
    ? `${nameOf(after.type)} ${after.active ? 'reativado' : 'desativado'}`
    : undefined;

const rules: RegisterListRules = {
  sortable: { name: sql`search_key(p.name)`, taxId: 'p.tax_id', city: sql`search_key(p.city)` },
  defaultSort: 'name',
  key: 'p.id',
  searched: sql`p.name || ' ' || coalesce(p.trade_name, '')`,
};

export const partnerAnswer = (row: Selectable<PartnerRow>): Partner => ({
  id: row.id,
  type: row.type,
  name: row.name,
  tradeName: row.trade_name,
  taxId: row.tax_id,
  email: row.email,
  phone: row.phone,
  postalCode: row.postal_code,
  street: row.street,
  streetNumber: row.street_number,
  complement: row.complement,
  district: row.district,
  city: row.city,
  state: row.state,
  notes: row.notes,
  active: row.active,
  account: { id: row.account_id },
  version: row.version,
});

const rowsOf = (trx: Trx, session: Session) =>
  trx.selectFrom('partners as p').where('p.account_id', '=', session.accountId);

type EqualText = 'name' | 'tradeName' | 'taxId' | 'email' | 'phone' | 'postalCode' | 'district' | 'city' | 'state';

export type PartnerFilter = ListKeys & {
  type?: PartnerType | undefined;
  active?: boolean | undefined;
} & Partial<Record<EqualText, string | undefined>>;

/** The equality filters of partners: CPF or CNPJ, phone and postal code with or without their masks. */
export const matchesPartner = (list: Pick<ListQuery, 'ids' | 'search'>, query: PartnerFilter): RawBuilder<boolean> => {
  const { taxId, phone, postalCode } = query;
  const equal = {
    'p.type': query.type,
    'p.active': query.active,
    'p.tax_id': taxId === undefined ? undefined : normalizeTaxId(taxId),
    'p.phone': phone === undefined ? undefined : onlyDigits(phone),
    'p.postal_code': postalCode === undefined ? undefined : onlyDigits(postalCode),
  };
  return matches(list, rules, equal, {
    'p.name': query.name,
    'p.trade_name': query.tradeName,
    'p.email': query.email,
    'p.district': query.district,
    'p.city': query.city,
    'p.state': query.state,
  });
};

/** A page of partners. A CPF or CNPJ is found with and without its mask. `orders` are more that it can be sorted by. */
export const listPartners = async (
  trx: Trx,
  session: Session,
  query: PartnerFilter,
  orders: RegisterListRules['sortable'] = {},
) => {
  const list = readListQuery(query, { ...rules, sortable: { ...rules.sortable, ...orders } });
  const filtered = rowsOf(trx, session).where(matchesPartner(list, query));
  return mapPage(await fetchPage(filtered, list, (rows) => rows.selectAll('p')), partnerAnswer);
};

/** One partner. @throws ServiceError 404 */
export const readPartner = async (trx: Trx, session: Session, id: number): Promise<Partner> => {
  const row = await rowsOf(trx, session).where('p.id', '=', id).selectAll('p').executeTakeFirst();
  if (!row) throw notFound(PARTNER_NOT_FOUND);
  return partnerAnswer(row);
};
