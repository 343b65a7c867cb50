import { type Company as RestCompany, companyEndpoints } from '#schema/financial/companies.rest.ts';
import type { CompanyInput, Resolvers } from '../generated/resolvers.ts';
import { type Embedded, embedded, wholeOf } from '../platform/embedded.ts';
import { toId } from '../platform/ids.ts';
import { pick, toPageQuery } from '../platform/lists.ts';
import { companyLoader } from './companies.loaders.ts';

export type CompanyParent = Embedded<RestCompany, 'id' | 'name'>;
/** Fields of the company that rows of other types embed. */
const KNOWN: ReadonlySet<string> = new Set(['id', 'name']);

export const embeddedCompany = embedded<'company', CompanyParent>('company', KNOWN, wholeOf(companyLoader));

const toBody = ({ name, taxId, active }: CompanyInput) => ({ name, taxId, active: active ?? undefined });

export const companies: Resolvers = {
  Query: {
    companies: async (_, { filter, ...page }, context) =>
      context.rest.call(companyEndpoints.list, {
        params: await context.account(),
        query: { ...toPageQuery(page), ...pick(filter, ['active', 'name', 'taxId', 'search']) },
      }),
    companyTotals: async (_, { filter }, context) =>
      context.rest.call(companyEndpoints.totals, {
        params: await context.account(),
        query: pick(filter, ['name', 'taxId', 'search']),
      }),
    company: async (_, { id }, context) =>
      context.rest.call(companyEndpoints.get, { params: { ...(await context.account()), id: toId(id) } }),
  },
  Mutation: {
    createCompany: async (_, { input }, context) => ({
      company: await context.rest.call(companyEndpoints.create, {
        params: await context.account(),
        body: toBody(input),
      }),
    }),
    updateCompany: async (_, { id, version, input }, context) => ({
      company: await context.rest.call(companyEndpoints.update, {
        params: await context.account(),
        body: { ...toBody(input), id: toId(id), version },
      }),
    }),
    deleteCompany: async (_, { id }, context) => {
      await context.rest.call(companyEndpoints.remove, { params: { ...(await context.account()), id: toId(id) } });
      return { id };
    },
    removeCompanyLogo: async (_, { id }, context) => {
      const params = { ...(await context.account()), id: toId(id) };
      await context.rest.call(companyEndpoints.removeLogo, { params });
      return { company: await context.rest.call(companyEndpoints.get, { params }) };
    },
  },
};
