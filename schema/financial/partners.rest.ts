import { FETCH_PARTNERS_FAILED, FETCH_PARTNER_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import {
  BuildingId,
  Decimal,
  Id,
  IsoDate,
  listKeys,
  Name,
  Nullable,
  Page,
  Reference,
  Update,
  Version,
  ViewCounts,
} from '../platform/shapes.ts';

export const PartnerType = Type.Union([Type.Literal('SUPPLIER'), Type.Literal('CUSTOMER')]);
export type PartnerType = Static<typeof PartnerType>;

const text = (maxLength: number) => Nullable(Type.String({ maxLength }));

const details = {
  tradeName: text(160),
  taxId: text(20),
  email: text(254),
  phone: text(20),
  postalCode: text(9),
  street: text(160),
  streetNumber: text(20),
  complement: text(120),
  district: text(120),
  city: text(120),
  state: text(2),
  notes: text(2000),
};

/** Customer or supplier (§3). CPF/CNPJ, phone and postal code are stored without mask. */
export const Partner = Type.Object({
  id: Id,
  type: PartnerType,
  name: Type.String(),
  ...details,
  active: Type.Boolean(),
  account: Reference,
  version: Version,
});
export type Partner = Static<typeof Partner>;

/** Empty text is stored as null (§3). */
export const PartnerBody = Type.Object({
  type: PartnerType,
  name: Name(160),
  ...Type.Partial(Type.Object(details)).properties,
  active: Type.Optional(Type.Boolean()),
});
export type PartnerBody = Static<typeof PartnerBody>;

export const PartnerUpdate = Update(PartnerBody);
export type PartnerUpdate = Static<typeof PartnerUpdate>;

/**
 * Open installments of a partner in a company (with a building: their shares on it), payable for a supplier and
 * receivable for a customer. Null without DEBIT or CREDIT respectively.
 */
export const PartnerBalance = Type.Object({
  id: Id,
  openValue: Nullable(Decimal),
  overdueValue: Nullable(Decimal),
  nextDueDate: Nullable(IsoDate),
});
export type PartnerBalance = Static<typeof PartnerBalance>;

/** Counts of partners by view, and open figures over the whole filter. */
export const PartnerTotals = Type.Object({
  counts: ViewCounts,
  openValue: Nullable(Decimal),
  overdueValue: Nullable(Decimal),
});
export type PartnerTotals = Static<typeof PartnerTotals>;

const collection = '/api/v1/financial/account/:accountId/partner';
const accountParams = Type.Object({ accountId: Id });
const partnerParams = Type.Object({ accountId: Id, id: Id });
const inCompany = '/api/v1/financial/company/:companyId';
const companyParams = Type.Object({ companyId: Id });
const building = Type.Optional(BuildingId);
const equalText = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const equal = {
  name: equalText(160),
  tradeName: equalText(160),
  taxId: equalText(20),
  email: equalText(254),
  phone: equalText(20),
  postalCode: equalText(9),
  district: equalText(120),
  city: equalText(120),
  state: equalText(2),
};
const filters = { active: Type.Optional(Type.Boolean()), ...equal };

export const partnerEndpoints = {
  list: endpoint({
    method: 'GET',
    path: collection,
    summary: 'Customers and suppliers',
    params: accountParams,
    query: Type.Object({
      ...listKeys,
      ...filters,
      type: Type.Optional(PartnerType),
      // Sorting by openValue, overdueValue or nextDueDate requires companyId, and takes building into account.
      companyId: Type.Optional(Id),
      building,
    }),
    answer: Page(Partner),
    failure: FETCH_PARTNERS_FAILED,
  }),
  get: endpoint({
    method: 'GET',
    path: `${collection}/:id`,
    summary: 'One customer or supplier',
    params: partnerParams,
    answer: Partner,
    failure: FETCH_PARTNER_FAILED,
  }),
  listCustomers: endpoint({
    method: 'GET',
    path: `${collection}/customer`,
    summary: 'Customers',
    params: accountParams,
    query: Type.Object({ ...listKeys, ...filters }),
    answer: Page(Partner),
    failure: FETCH_PARTNERS_FAILED,
  }),
  listActiveCustomers: endpoint({
    method: 'GET',
    path: `${collection}/customer/active`,
    summary: 'Active customers',
    params: accountParams,
    query: Type.Object({ ...listKeys, ...equal }),
    answer: Page(Partner),
    failure: FETCH_PARTNERS_FAILED,
  }),
  listSuppliers: endpoint({
    method: 'GET',
    path: `${collection}/supplier`,
    summary: 'Suppliers',
    params: accountParams,
    query: Type.Object({ ...listKeys, ...filters }),
    answer: Page(Partner),
    failure: FETCH_PARTNERS_FAILED,
  }),
  listActiveSuppliers: endpoint({
    method: 'GET',
    path: `${collection}/supplier/active`,
    summary: 'Active suppliers',
    params: accountParams,
    query: Type.Object({ ...listKeys, ...equal }),
    answer: Page(Partner),
    failure: FETCH_PARTNERS_FAILED,
  }),
  balances: endpoint({
    method: 'GET',
    path: `${inCompany}/partner-balances`,
    summary: 'Open installments of some partners in the company',
    params: companyParams,
    query: Type.Object({ ids: Type.String({ maxLength: 12_000, pattern: '^\\d+(,\\d+)*$' }), building }),
    answer: Type.Object({ content: Type.Array(PartnerBalance) }),
    failure: FETCH_PARTNERS_FAILED,
  }),
  totals: endpoint({
    method: 'GET',
    path: `${inCompany}/partner-totals`,
    summary: 'Counts of a list of partners, and their open installments in the company',
    params: companyParams,
    query: Type.Object({ ...filters, type: PartnerType, search: listKeys.search, building }),
    answer: PartnerTotals,
    failure: FETCH_PARTNERS_FAILED,
  }),
  create: endpoint({
    method: 'POST',
    path: collection,
    summary: 'Creates a customer or supplier',
    params: accountParams,
    body: PartnerBody,
    echo: Type.Pick(Partner, ['account']),
    answer: Partner,
  }),
  update: endpoint({
    method: 'PUT',
    path: collection,
    summary: 'Changes the partner whose id is in the body',
    params: accountParams,
    body: PartnerUpdate,
    echo: Partner,
    answer: Partner,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${collection}/:id`,
    summary: 'Deletes a partner that nothing uses',
    params: partnerParams,
    answer: Type.Object({ id: Id }),
  }),
};
