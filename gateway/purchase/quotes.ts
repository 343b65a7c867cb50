import { quoteEndpoints, quoteFileEndpoints, quoteSendingEndpoints } from '#schema/purchase/quotes/endpoints.ts';
import type { QuoteBody, QuoteLineBody, QuoteUpdate } from '#schema/purchase/quotes/quotes.rest.ts';
import type { QuoteFilter, QuoteInput, QuoteLineInput, Resolvers } from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';
import { pick, toPageQuery, toPeriod } from '../platform/lists.ts';

const keyOf = ({ companyId, id }: { companyId: string; id: string }) => ({ companyId: toId(companyId), id: toId(id) });

const toFilter = (filter: QuoteFilter | null | undefined) => {
  const { from: deadlineFrom, to: deadlineTo } = toPeriod(filter?.deadline);
  return {
    ...pick(filter, ['state', 'search']),
    building: toOptionalId(filter?.buildingId),
    supplier: toOptionalId(filter?.supplierId),
    ...(deadlineFrom !== undefined && { deadlineFrom, deadlineTo }),
  };
};

/** The keys that were sent, null ones too: what is left out stays, null clears or is refused by the service. */
const stated = <Input extends object, Key extends keyof Input>(input: Input, keys: readonly Key[]): Pick<Input, Key> =>
  Object.fromEntries(
    keys.flatMap((key) => (input[key] === undefined ? [] : [[key, input[key]]])),
    // Safe cast: a key that is missing is optional in the input.
  ) as Pick<Input, Key>;

/** An id that was left out stays so; null clears. */
const idOf = <Name extends string>(name: Name, id: string | null | undefined): { [K in Name]?: number | null } =>
  (id === undefined ? {} : { [name]: id === null ? null : toId(id) }) as { [K in Name]?: number | null };

const toLine = ({ id, productId, unitId, costEstimateGroupId, ...line }: QuoteLineInput): QuoteLineBody => ({
  ...idOf('id', id),
  ...idOf('productId', productId),
  ...idOf('unitId', unitId),
  ...idOf('costEstimateGroupId', costEstimateGroupId),
  quantity: line.quantity,
  ...stated(line, ['description', 'referencePrice']),
});

/** Safe cast: the services refuse a null where there is none in their contract, at its field. */
const toBody = ({ buildingId, buyerId, lines, suppliers, ...input }: QuoteInput): QuoteBody =>
  ({
    ...stated(input, ['document', 'title', 'deliveryDate', 'deliveryPlace', 'message', 'phone', 'deadline']),
    ...stated(input, ['monthlyRate']),
    ...idOf('buildingId', buildingId),
    ...idOf('buyerId', buyerId),
    ...(lines && { lines: lines.map(toLine) }),
    ...(suppliers && {
      suppliers: suppliers.map(({ partnerId, email }) => ({
        partnerId: toId(partnerId),
        ...stated({ email }, ['email']),
      })),
    }),
  }) as QuoteBody;

const toSuppliers = (ids: readonly string[] | null | undefined): { supplierIds?: number[] } =>
  ids ? { supplierIds: ids.map(toId) } : {};

const query = (version: number | null | undefined) => (version == null ? {} : { version });

/** Quotes (cotações): requests, what is answered, and what is decided. */
export const quotes: Resolvers = {
  Query: {
    quotes: (_, { companyId, filter, ...page }, { rest }) =>
      rest.call(quoteEndpoints.list, {
        params: { companyId: toId(companyId) },
        query: { ...toPageQuery(page), ...toFilter(filter) },
      }),
    quoteTotals: (_, { companyId, filter }, { rest }) =>
      rest.call(quoteEndpoints.totals, { params: { companyId: toId(companyId) }, query: toFilter(filter) }),
    quote: (_, key, { rest }) => rest.call(quoteEndpoints.get, { params: keyOf(key) }),
    quoteHistory: (_, { companyId, id, ...page }, { rest }) =>
      rest.call(quoteEndpoints.history, { params: keyOf({ companyId, id }), query: toPageQuery(page) }),
  },
  Mutation: {
    createQuote: async (_, { companyId, input }, { rest }) => ({
      quote: await rest.call(quoteEndpoints.create, { params: { companyId: toId(companyId) }, body: toBody(input) }),
    }),
    updateQuote: async (_, { version, input, ...key }, { rest }) => ({
      quote: await rest.call(quoteEndpoints.update, {
        params: keyOf(key),
        body: { ...toBody(input), version } satisfies QuoteUpdate,
      }),
    }),
    deleteQuote: async (_, { version, ...key }, { rest }) => {
      await rest.call(quoteEndpoints.remove, { params: keyOf(key), query: query(version) });
      return { id: key.id };
    },
    sendQuote: async (_, { version, supplierIds, ...key }, { rest }) => ({
      quote: await rest.call(quoteSendingEndpoints.send, {
        params: keyOf(key),
        body: { ...toSuppliers(supplierIds), version },
      }),
    }),
    remindQuoteSuppliers: async (_, { supplierIds, ...key }, { rest }) => ({
      quote: await rest.call(quoteSendingEndpoints.remind, { params: keyOf(key), body: toSuppliers(supplierIds) }),
    }),
    createQuoteLink: (_, { supplierId, ...key }, { rest }) =>
      rest.call(quoteSendingEndpoints.link, { params: { ...keyOf(key), supplierId: toId(supplierId) } }),
    revokeQuoteSupplier: async (_, { supplierId, ...key }, { rest }) => ({
      quote: await rest.call(quoteSendingEndpoints.revoke, {
        params: { ...keyOf(key), supplierId: toId(supplierId) },
      }),
    }),
    awardQuote: async (_, { version, awards, justification, ...key }, { rest }) => ({
      quote: await rest.call(quoteEndpoints.award, {
        params: keyOf(key),
        body: {
          ...{ version, awards: awards.map((one) => ({ lineId: toId(one.lineId), supplierId: toId(one.supplierId) })) },
          ...(justification !== undefined && { justification }),
        },
      }),
    }),
    orderQuote: (_, { version, ...key }, { rest }) =>
      rest.call(quoteEndpoints.order, { params: keyOf(key), body: { version } }),
    closeQuote: async (_, { version, reason, ...key }, { rest }) => ({
      quote: await rest.call(quoteEndpoints.close, {
        params: keyOf(key),
        body: { version, ...(reason !== undefined && { reason }) },
      }),
    }),
    reopenQuote: async (_, { version, ...key }, { rest }) => ({
      quote: await rest.call(quoteEndpoints.reopen, { params: keyOf(key), body: { version } }),
    }),
    deleteQuoteAttachment: async (_, { attachmentId, ...key }, { rest }) => ({
      quote: await rest.call(quoteFileEndpoints.detach, {
        params: { ...keyOf(key), attachmentId: toId(attachmentId) },
      }),
    }),
  },
};
