import { type Partner as RestPartner, partnerEndpoints } from '#schema/financial/partners.rest.ts';
import type { PartnerInput, Resolvers } from '../generated/resolvers.ts';
import { type Embedded, embedded, wholeOf } from '../platform/embedded.ts';
import { toId, toOptionalId } from '../platform/ids.ts';
import { pick, toPageQuery } from '../platform/lists.ts';
import { partnerBalanceLoader, partnerLoader } from './partners.loaders.ts';

export type PartnerParent = Embedded<RestPartner, 'id' | 'name'>;
/** Fields of the partner that a transaction row embeds. */
export const KNOWN_PARTNER: ReadonlySet<string> = new Set(['id', 'name']);

export const embeddedPartner = embedded<'partner', PartnerParent>('partner', KNOWN_PARTNER, wholeOf(partnerLoader));

const toBody = ({ active, ...input }: PartnerInput) => ({ ...input, active: active ?? undefined });

const PARTNER_FILTERS = [
  'type',
  'active',
  'name',
  'tradeName',
  'taxId',
  'email',
  'phone',
  'postalCode',
  'district',
  'city',
  'state',
  'search',
] as const;

export const partners: Resolvers = {
  Query: {
    partners: async (_, { companyId, buildingId, filter, ...page }, context) =>
      context.rest.call(partnerEndpoints.list, {
        params: await context.account(),
        query: {
          ...toPageQuery(page),
          companyId: companyId ? toId(companyId) : undefined,
          building: toOptionalId(buildingId),
          ...pick(filter, PARTNER_FILTERS),
        },
      }),
    partner: async (_, { id }, context) =>
      context.rest.call(partnerEndpoints.get, { params: { ...(await context.account()), id: toId(id) } }),
    partnerTotals: async (_, { companyId, buildingId, type, filter }, { rest }) => {
      const { counts, ...figures } = await rest.call(partnerEndpoints.totals, {
        params: { companyId: toId(companyId) },
        query: { ...pick(filter, PARTNER_FILTERS), type, building: toOptionalId(buildingId) },
      });
      return { ...counts, ...figures };
    },
  },
  Partner: {
    balance: ({ id }, { companyId, buildingId }, context) => {
      const building = toOptionalId(buildingId);
      const place = { companyId: toId(companyId), ...(building === undefined ? {} : { building }) };
      return context.loader(partnerBalanceLoader, place).load(id);
    },
  },
  Mutation: {
    createPartner: async (_, { input }, context) => ({
      partner: await context.rest.call(partnerEndpoints.create, {
        params: await context.account(),
        body: toBody(input),
      }),
    }),
    updatePartner: async (_, { id, version, input }, context) => ({
      partner: await context.rest.call(partnerEndpoints.update, {
        params: await context.account(),
        body: { ...toBody(input), id: toId(id), version },
      }),
    }),
    deletePartner: async (_, { id }, context) => {
      await context.rest.call(partnerEndpoints.remove, { params: { ...(await context.account()), id: toId(id) } });
      return { id };
    },
  },
};
