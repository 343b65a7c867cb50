import { FETCH_ACTIVE_COMPANIES_FAILED, FETCH_COMPANIES_FAILED, FETCH_COMPANY_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import {
  Done,
  Id,
  Instant,
  listKeys,
  Name,
  Nullable,
  Page,
  Reference,
  Update,
  Version,
  ViewCounts,
} from '../platform/shapes.ts';

/** Summary of a logo for lists; `GET {id}/logo` returns the picture. */
export const CompanyLogo = Type.Object({
  width: Type.Integer({ description: 'Pixels of the picture' }),
  height: Type.Integer({ description: 'Pixels of the picture' }),
  size: Type.Integer({ description: 'Bytes of the picture' }),
  updatedAt: Instant,
  preview: Type.String({ description: 'Picture at most 40 pixels high, as a data: address (PNG)' }),
});
export type CompanyLogo = Static<typeof CompanyLogo>;

/** A company of the account (§3). */
export const Company = Type.Object({
  id: Id,
  name: Type.String(),
  taxId: Nullable(Type.String({ description: 'CNPJ without mask' })),
  active: Type.Boolean(),
  logo: Nullable(CompanyLogo),
  account: Reference,
  version: Version,
});
export type Company = Static<typeof Company>;

export const CompanyBody = Type.Object({
  name: Name(120),
  taxId: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
  active: Type.Optional(Type.Boolean()),
});
export type CompanyBody = Static<typeof CompanyBody>;

export const CompanyUpdate = Update(CompanyBody);
export type CompanyUpdate = Static<typeof CompanyUpdate>;

const collection = '/api/v1/financial/account/:accountId/company';
const accountParams = Type.Object({ accountId: Id });
const companyParams = Type.Object({ accountId: Id, id: Id });
/** Part names of a multipart body with a logo (§3). */
const multipart = { json: 'company', file: 'logo' };
const equal = {
  name: Type.Optional(Type.String({ maxLength: 120 })),
  taxId: Type.Optional(Type.String({ maxLength: 20 })),
};
const filters = Type.Object({ ...listKeys, ...equal, active: Type.Optional(Type.Boolean()) });

export const companyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: collection,
    summary: 'Companies that the user may see',
    params: accountParams,
    query: filters,
    answer: Page(Company),
    failure: FETCH_COMPANIES_FAILED,
  }),
  totals: endpoint({
    method: 'GET',
    path: '/api/v1/financial/account/:accountId/company-totals',
    summary: 'How many companies each view of the list holds',
    params: accountParams,
    query: Type.Object({ search: listKeys.search, ...equal }),
    answer: ViewCounts,
    failure: FETCH_COMPANIES_FAILED,
  }),
  listActive: endpoint({
    method: 'GET',
    path: `${collection}/active`,
    summary: 'Active companies that the user may see',
    params: accountParams,
    query: Type.Object({ ...listKeys, ...equal }),
    answer: Page(Company),
    failure: FETCH_ACTIVE_COMPANIES_FAILED,
  }),
  get: endpoint({
    method: 'GET',
    path: `${collection}/:id`,
    summary: 'One company',
    params: companyParams,
    answer: Company,
    failure: FETCH_COMPANY_FAILED,
  }),
  create: endpoint({
    method: 'POST',
    path: collection,
    summary: 'Creates a company; as multipart, with its logo (PNG, JPEG or WebP up to 2 MB)',
    params: accountParams,
    body: CompanyBody,
    echo: Type.Pick(Company, ['account']),
    multipart,
    answer: Company,
  }),
  update: endpoint({
    method: 'PUT',
    path: collection,
    summary:
      'Changes the company whose id is in the body; as multipart, its logo too. Without a logo the old one stays',
    params: accountParams,
    body: CompanyUpdate,
    echo: Company,
    multipart,
    answer: Company,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${collection}/:id`,
    summary: 'Deletes a company that nothing uses',
    params: companyParams,
    answer: Type.Object({ id: Id }),
  }),
  logo: endpoint({
    method: 'GET',
    path: `${collection}/:id/logo`,
    summary: "The company's logo (PNG)",
    params: companyParams,
    answer: Type.Unknown(),
    bare: true,
    failure: FETCH_COMPANY_FAILED,
  }),
  logoSummary: endpoint({
    method: 'GET',
    path: `${collection}/:id/logo-summary`,
    summary: "Size of the company's logo and a small picture of it; null when there is none",
    params: companyParams,
    answer: Nullable(CompanyLogo),
    failure: FETCH_COMPANY_FAILED,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: `${collection}/:id/logo`,
    summary: "Removes the company's logo",
    params: companyParams,
    answer: Done,
  }),
};
