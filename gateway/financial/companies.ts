import { type Company as RestCompany, companyEndpoints } from '#schema/financial/companies.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { type Embedded, embedded, wholeOf } from '../platform/embedded.ts';
import { toId } from '../platform/ids.ts';
import { registerResolvers } from '../platform/register.ts';
import { companyLoader } from './companies.loaders.ts';

export type CompanyParent = Embedded<RestCompany, 'id' | 'name'>;
/** Fields of the company that rows of other types embed. */
const KNOWN: ReadonlySet<string> = new Set(['id', 'name']);

export const embeddedCompany = embedded<'company', CompanyParent>('company', KNOWN, wholeOf(companyLoader));

const register = registerResolvers('Company', companyEndpoints);

export const companies: Resolvers = {
  ...register,
  Mutation: {
    ...register.Mutation,
    removeCompanyLogo: async (_, { id }, context) => {
      const params = { ...(await context.account()), id: toId(id) };
      await context.rest.call(companyEndpoints.removeLogo, { params });
      return { company: await context.rest.call(companyEndpoints.get, { params }) };
    },
  },
};
