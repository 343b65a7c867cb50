import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, listKeys, Name, Nullable, Page, Reference, Update, Version } from '../platform/shapes.ts';

/** A company of the account (§3). */
export const Company = Type.Object({
  id: Id,
  name: Type.String(),
  taxId: Nullable(Type.String({ description: 'CNPJ without mask' })),
  active: Type.Boolean(),
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
const filters = Type.Object({ ...listKeys, active: Type.Optional(Type.Boolean()) });

export const companyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: collection,
    summary: 'Companies that the user may see',
    params: accountParams,
    query: filters,
    answer: Page(Company),
    failure: 'Falha para buscar todas as empresas',
  }),
  listActive: endpoint({
    method: 'GET',
    path: `${collection}/active`,
    summary: 'Active companies that the user may see',
    params: accountParams,
    query: Type.Object({ ...listKeys }),
    answer: Page(Company),
    failure: 'Falha para buscar todas as empresas ativas',
  }),
  get: endpoint({
    method: 'GET',
    path: `${collection}/:id`,
    summary: 'One company',
    params: companyParams,
    answer: Company,
    failure: 'Falha para buscar empresa',
  }),
  create: endpoint({
    method: 'POST',
    path: collection,
    summary: 'Creates a company',
    params: accountParams,
    body: CompanyBody,
    answer: Company,
  }),
  update: endpoint({
    method: 'PUT',
    path: collection,
    summary: 'Changes the company whose id is in the body',
    params: accountParams,
    body: CompanyUpdate,
    answer: Company,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${collection}/:id`,
    summary: 'Deletes a company that nothing uses',
    params: companyParams,
    answer: Type.Object({ id: Id }),
  }),
};
