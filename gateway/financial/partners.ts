import type { PartnerPayment } from '#schema/financial/partnerPayment.ts';
import { type Partner as RestPartner, partnerEndpoints } from '#schema/financial/partners.rest.ts';
import type { GatewayContext } from '../context.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { type Embedded, embedded, wholeOf } from '../platform/embedded.ts';
import { toId, toOptionalId } from '../platform/ids.ts';
import { importBody } from '../platform/imports.ts';
import { pick, toPageQuery } from '../platform/lists.ts';
import { registerResolvers } from '../platform/register.ts';
import { gatewayError } from '../rest/errors.ts';
import { partnerBalanceLoader, partnerLoader, partnerPaymentLoader } from './partners.loaders.ts';

export type PartnerParent = Embedded<RestPartner, 'id' | 'name'>;
/** Fields of the partner that a transaction row embeds. */
export const KNOWN_PARTNER: ReadonlySet<string> = new Set(['id', 'name']);

export const embeddedPartner = embedded<'partner', PartnerParent>('partner', KNOWN_PARTNER, wholeOf(partnerLoader), [
  'taxId',
]);

/** What a partner is paid by: lists and documents do not bring it, a record that was opened or saved does. */
const paymentOf = async (partner: PartnerParent, context: GatewayContext): Promise<Omit<PartnerPayment, 'id'>> => {
  const { pixKeys, bankAccounts } = partner;
  if (pixKeys && bankAccounts) return { pixKeys, bankAccounts };
  const payment = await context.loader(partnerPaymentLoader, await context.account()).load(partner.id);
  if (!payment) throw gatewayError('NOT_FOUND', 'Parceiro não encontrado.');
  return payment;
};

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

const register = registerResolvers('Partner', partnerEndpoints);

export const partners: Resolvers = {
  ...register,
  Query: {
    ...register.Query,
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
    partnerPaymentChanges: async (_, { partnerId, current, ...page }, context) => {
      const { page: number, size } = toPageQuery(page);
      return context.rest.call(partnerEndpoints.paymentChanges, {
        params: { ...(await context.account()), id: toId(partnerId) },
        query: { page: number, size, ...(current && { current }) },
      });
    },
    partnerTotals: async (_, { companyId, buildingId, type, filter }, { rest }) => {
      const { counts, ...figures } = await rest.call(partnerEndpoints.totals, {
        params: { companyId: toId(companyId) },
        query: { ...pick(filter, PARTNER_FILTERS), type, building: toOptionalId(buildingId) },
      });
      return { ...counts, ...figures };
    },
  },
  Mutation: {
    ...register.Mutation,
    importPartners: async (_, { type, input }, context) =>
      context.rest.call(partnerEndpoints.import, {
        params: await context.account(),
        body: { ...importBody(input), type },
      }),
  },
  Partner: {
    pixKeys: async (partner, _, context) => (await paymentOf(partner, context)).pixKeys,
    bankAccounts: async (partner, _, context) => (await paymentOf(partner, context)).bankAccounts,
    balance: ({ id }, { companyId, buildingId }, context) => {
      const building = toOptionalId(buildingId);
      const place = { companyId: toId(companyId), ...(building === undefined ? {} : { building }) };
      return context.loader(partnerBalanceLoader, place).load(id);
    },
  },
};
