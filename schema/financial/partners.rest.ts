import { FETCH_PARTNERS_FAILED, FETCH_PARTNER_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import {
  AccountRow,
  Active,
  activeListEndpoint,
  EqualText,
  listEndpoint,
  RegisterBody,
  rowEndpoints,
} from '../platform/register.ts';
import { importEndpoint, undoImportEndpoint } from '../platform/imports.ts';
import { BuildingId, Decimal, Id, IsoDate, listKeys, Name, Nullable, Page, ViewCounts } from '../platform/shapes.ts';
import { PartnerPayment, PartnerPaymentChange, paymentDetails, paymentDetailsBody } from './partnerPayment.ts';
import { supplierImport } from './partners.import.ts';

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

const common = { type: PartnerType, name: Type.String(), ...details };

/** Customer or supplier (§3). CPF/CNPJ, phone and postal code are kept without mask. */
export const Partner = AccountRow({ ...common, ...paymentDetails });
export type Partner = Static<typeof Partner>;

/** A partner as lists have it: what it is paid by is asked for on purpose, and noted (docs/decisions/0110). */
export const ListedPartner = AccountRow(common);
export type ListedPartner = Static<typeof ListedPartner>;

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

const equal = {
  name: EqualText(160),
  tradeName: EqualText(160),
  taxId: EqualText(20),
  email: EqualText(254),
  phone: EqualText(20),
  postalCode: EqualText(9),
  district: EqualText(120),
  city: EqualText(120),
  state: EqualText(2),
};
const building = Type.Optional(BuildingId);
const filters = { active: Active, ...equal };

const register = {
  path: '/api/v1/financial/account/:accountId/partner',
  owner: { accountId: Id },
  called: ['partner', 'partners'],
  watched: { entity: 'partner' },
  row: Partner,
  // Empty text means null (§3).
  body: RegisterBody({
    ...{ type: PartnerType, name: Name(160), ...Type.Partial(Type.Object(details)).properties },
    ...paymentDetailsBody,
  }),
  // Sorting by openValue, overdueValue or nextDueDate needs to know of which company, and of which building if of one.
  filters: { ...filters, type: Type.Optional(PartnerType), companyId: Type.Optional(Id), building },
  failures: { list: FETCH_PARTNERS_FAILED, listActive: FETCH_PARTNERS_FAILED, get: FETCH_PARTNER_FAILED },
  summaries: {
    list: 'Customers and suppliers',
    get: 'One customer or supplier',
    create: 'Creates a customer or supplier',
  },
} as const;

const listed = { ...register, row: ListedPartner };

/** The lists of one type, at addresses of their own (§7). */
const listsOf = (kind: 'customer' | 'supplier') => {
  const ofKind = { ...listed, path: `${register.path}/${kind}`, filters };
  const name = `${kind}s`;
  return {
    all: listEndpoint({ ...ofKind, summaries: { list: name.charAt(0).toUpperCase() + name.slice(1) } }),
    active: activeListEndpoint({ ...ofKind, filters: equal, summaries: { listActive: `Active ${name}` } }),
  };
};

const customers = listsOf('customer');
const suppliers = listsOf('supplier');
const inCompany = '/api/v1/financial/company/:companyId';
const companyParams = Type.Object({ companyId: Id });

const partnerImport = { ...supplierImport, noun: { ...supplierImport.noun, many: 'parceiros' } };

export const partnerEndpoints = {
  ...rowEndpoints(register),
  list: listEndpoint(listed),
  import: importEndpoint(register, partnerImport, { type: PartnerType }),
  undoImport: undoImportEndpoint(register, partnerImport),
  paymentDetails: endpoint({
    method: 'GET',
    path: `${register.path}/payment-details`,
    summary: 'Pix keys and bank accounts of some partners; who reads them is noted',
    params: Type.Object(register.owner),
    query: Type.Object({ ids: Type.String({ maxLength: 12_000, pattern: '^\\d+(,\\d+)*$' }) }),
    answer: Type.Object({ content: Type.Array(PartnerPayment) }),
    failure: FETCH_PARTNERS_FAILED,
  }),
  paymentChanges: endpoint({
    method: 'GET',
    path: `${register.path}/:id/payment-changes`,
    summary: 'Who changed the Pix keys and bank accounts of a partner, and how; the latest first',
    params: Type.Object({ ...register.owner, id: Id }),
    query: Type.Object({
      page: listKeys.page,
      size: listKeys.size,
      current: Type.Optional(
        Type.Boolean({ description: 'true: only the latest change of each key and account that the partner has now' }),
      ),
    }),
    answer: Page(PartnerPaymentChange),
    failure: FETCH_PARTNER_FAILED,
  }),
  listCustomers: customers.all,
  listActiveCustomers: customers.active,
  listSuppliers: suppliers.all,
  listActiveSuppliers: suppliers.active,
  balances: endpoint({
    method: 'GET',
    path: `${inCompany}/partner-balances`,
    summary: 'Open installments of some partners in the company',
    replica: true,
    params: companyParams,
    query: Type.Object({ ids: Type.String({ maxLength: 12_000, pattern: '^\\d+(,\\d+)*$' }), building }),
    answer: Type.Object({ content: Type.Array(PartnerBalance) }),
    failure: FETCH_PARTNERS_FAILED,
  }),
  totals: endpoint({
    method: 'GET',
    path: `${inCompany}/partner-totals`,
    summary: 'Counts of a list of partners, and their open installments in the company',
    replica: true,
    params: companyParams,
    query: Type.Object({ ...filters, type: PartnerType, search: listKeys.search, building }),
    answer: PartnerTotals,
    failure: FETCH_PARTNERS_FAILED,
  }),
};
