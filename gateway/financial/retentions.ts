import type {
  Retention as RestRetention,
  RetentionOf as RestRetentionOf,
} from '#schema/financial/retentions/body.rest.ts';
import {
  retentionEndpoints as endpoints,
  type RetentionMonth,
  type RetentionRecord as RestRecord,
  type RetentionSums,
} from '#schema/financial/retentions/retentions.rest.ts';
import {
  retentionRuleEndpoints as ruleEndpoints,
  type RetentionRule as RestRule,
  type RetentionRuleUpdate,
} from '#schema/financial/retentions/rules.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { isRuledTax } from '#domain/financial/retentions/taxes.ts';
import type { Resolvers, RetentionFilter, RetentionRuleInput } from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';
import { pick, toPageQuery, toPeriod } from '../platform/lists.ts';
import { prefetched } from '../platform/prefetched.ts';
import { asks } from '../platform/selection.ts';
import { invalid } from '../rest/errors.ts';
import { embeddedPartner } from './partners.ts';

export type RetentionParent = RestRetention;
export type RetentionRecordParent = RestRecord;
export type RetentionRuleParent = RestRule;
export type RetentionOfParent = RestRetentionOf;

/** A page of retentions; `askMonths` requests its sums when the operation selects them. */
export interface RetentionPageParent extends PageOf<RestRecord> {
  askMonths: () => Promise<{ content: RetentionMonth[]; totals: RetentionSums }>;
}

const toFilter = (filter: RetentionFilter | null | undefined) => ({
  ...pick(filter, ['tax', 'status', 'by', 'search']),
  partner: toOptionalId(filter?.partnerId),
  ...toPeriod(filter?.period),
});

const toRule = ({ basePercentage, minimum, ...input }: RetentionRuleInput): RetentionRuleUpdate => ({
  ...input,
  basePercentage: basePercentage ?? undefined,
  minimum: minimum ?? undefined,
});

export const retentions: Resolvers = {
  Query: {
    retentions: async (_, { companyId, filter, ...page }, { rest }, info) => {
      const params = { companyId: toId(companyId) };
      const filters = toFilter(filter);
      const askMonths = () => rest.call(endpoints.months, { params, query: filters });
      const ahead = asks(info, 'totals') || asks(info, 'months') ? prefetched(askMonths()) : undefined;
      const answer = await rest.call(endpoints.list, { params, query: { ...toPageQuery(page), ...filters } });
      return { ...answer, askMonths: ahead ?? askMonths };
    },
    retentionRules: async (_, _args, context) =>
      (await context.rest.call(ruleEndpoints.list, { params: await context.account() })).content,
    retentionProposals: async (_, { emissionDate, paymentDate }, context) =>
      (
        await context.rest.call(ruleEndpoints.proposals, {
          params: await context.account(),
          query: { emissionDate, paymentDate: paymentDate ?? undefined },
        })
      ).content,
  },
  Mutation: {
    createRetentionRule: async (_, { tax, city, validFrom, input }, context) => {
      const message = 'A retenção contratual não tem regra: quem diz é o contrato.';
      if (!isRuledTax(tax)) throw invalid(message, [{ path: 'tax', message }]);
      return {
        rule: await context.rest.call(ruleEndpoints.create, {
          params: await context.account(),
          body: { ...toRule(input), tax, city, validFrom },
        }),
      };
    },
    updateRetentionRule: async (_, { id, version, input }, context) => ({
      rule: await context.rest.call(ruleEndpoints.update, {
        params: { ...(await context.account()), id: toId(id) },
        body: { ...toRule(input), version },
      }),
    }),
    deleteRetentionRule: async (_, { id, version }, context) => {
      await context.rest.call(ruleEndpoints.remove, {
        params: { ...(await context.account()), id: toId(id) },
        query: { version: version ?? undefined },
      });
      return { id };
    },
  },
  Retention: {
    partner: embeddedPartner,
  },
  RetentionOf: {
    transactionId: ({ transaction }) => transaction.id,
    documentNumber: ({ transaction }) => transaction.documentNumber,
    partnerName: ({ transaction }) => transaction.partner?.name ?? null,
  },
  RetentionRecord: {
    collectorName: ({ collector }) => collector?.name ?? null,
    transactionId: ({ transaction }) => transaction.id,
    documentNumber: ({ transaction }) => transaction.documentNumber,
    supplierName: ({ transaction }) => transaction.partner?.name ?? null,
    emissionDate: ({ transaction }) => transaction.emissionDate,
    invoiceValue: ({ transaction }) => transaction.invoiceValue,
  },
  RetentionPage: {
    months: async ({ askMonths }) => (await askMonths()).content,
    totals: async ({ askMonths }) => (await askMonths()).totals,
  },
};
