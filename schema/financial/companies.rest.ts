import { FETCH_ACTIVE_COMPANIES_FAILED, FETCH_COMPANIES_FAILED, FETCH_COMPANY_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { activeListEndpoint, EqualText, RegisterBody, registerEndpoints } from '../platform/register.ts';
import { Done, Id, Instant, Name, Nullable, Reference, Version } from '../platform/shapes.ts';

/** Summary of a logo for lists; `GET {id}/logo` returns the picture. */
export const CompanyLogo = Type.Object({
  width: Type.Integer({ description: 'Width of the picture in pixels' }),
  height: Type.Integer({ description: 'Height of the picture in pixels' }),
  size: Type.Integer({ description: 'Size of the picture in bytes' }),
  updatedAt: Instant,
  preview: Type.String({ description: 'PNG of at most 40 pixels’ height, as a data: URL' }),
});
export type CompanyLogo = Static<typeof CompanyLogo>;

/** A company of the account (§3). */
export const Company = Type.Object({
  id: Id,
  name: Type.String(),
  taxId: Nullable(Type.String({ description: 'CNPJ without mask' })),
  address: Nullable(Type.String({ description: 'As documents print it' })),
  active: Type.Boolean(),
  logo: Nullable(CompanyLogo),
  account: Reference,
  version: Version,
});
export type Company = Static<typeof Company>;

const register = {
  path: '/api/v1/financial/account/:accountId/company',
  owner: { accountId: Id },
  called: ['company', 'companies'],
  watched: { entity: 'company' },
  row: Company,
  body: RegisterBody({
    name: Name(120),
    taxId: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
    address: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  }),
  filters: { name: EqualText(120), taxId: EqualText(20) },
  failures: {
    list: FETCH_COMPANIES_FAILED,
    totals: FETCH_COMPANIES_FAILED,
    listActive: FETCH_ACTIVE_COMPANIES_FAILED,
    get: FETCH_COMPANY_FAILED,
  },
  summaries: {
    list: 'Companies that the user may see',
    listActive: 'Active companies that the user may see',
    create: 'Creates a company; as multipart, with its logo (PNG, JPEG or WebP up to 2 MB)',
    update: 'Changes the company whose id is in the body; as multipart, its logo too. Without a logo the old one stays',
  },
} as const;

const calls = registerEndpoints(register);
const companyParams = Type.Object({ accountId: Id, id: Id });
/** Part names of a multipart body with a logo (§3). */
const multipart = { json: 'company', file: 'logo' };

export const companyEndpoints = {
  ...calls,
  create: { ...calls.create, multipart },
  update: { ...calls.update, multipart },
  listActive: activeListEndpoint(register),
  logo: endpoint({
    method: 'GET',
    path: `${register.path}/:id/logo`,
    summary: "The company's logo (PNG)",
    params: companyParams,
    answer: Type.Unknown(),
    bare: true,
    failure: FETCH_COMPANY_FAILED,
  }),
  logoSummary: endpoint({
    method: 'GET',
    path: `${register.path}/:id/logo-summary`,
    summary: "Size and preview of the company's logo; null without one",
    params: companyParams,
    answer: Nullable(CompanyLogo),
    failure: FETCH_COMPANY_FAILED,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: `${register.path}/:id/logo`,
    summary: "Deletes the company's logo",
    params: companyParams,
    answer: Done,
  }),
};
