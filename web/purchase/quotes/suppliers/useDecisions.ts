import { copyLink } from '#web/client/copyLink.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { forgetting } from '#web/client/forgetting.ts';
import {
  useAwardQuoteMutation,
  useCloseQuoteMutation,
  useCreateQuoteLinkMutation,
  useOrderQuoteMutation,
  useRemindQuoteSuppliersMutation,
  useReopenQuoteMutation,
  useRevokeQuoteSupplierMutation,
  useSendQuoteMutation,
  useUpdateQuoteMutation,
  type QuoteDetailsFragment,
  type QuoteInput,
} from '#web/generated/purchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { ApolloCache } from '@apollo/client';
import { forgetQuotes, withReason } from '../calls.ts';
import { failures } from '../words.ts';
import { awardList, type Awards } from '../map/offers.ts';

const forgetOrders = forgetting('orders', 'orderTotals');

/** The calls about a quote that was sent. Each tells why it failed, and answers whether it did not. */
export const useDecisions = ({
  id,
  version,
  suppliers,
}: Pick<QuoteDetailsFragment, 'id' | 'version' | 'suppliers'>) => {
  const { companyId } = usePlace();
  const settings = { context: { quiet: true }, update: forgetQuotes };
  const [send] = useSendQuoteMutation(settings);
  const [remind] = useRemindQuoteSuppliersMutation(settings);
  const [link] = useCreateQuoteLinkMutation(settings);
  const [revoke] = useRevokeQuoteSupplierMutation(settings);
  const [update] = useUpdateQuoteMutation(settings);
  const [award] = useAwardQuoteMutation(settings);
  const [order] = useOrderQuoteMutation({
    ...settings,
    update: (cache: ApolloCache) => {
      forgetQuotes(cache);
      forgetOrders(cache);
    },
  });
  const [close] = useCloseQuoteMutation(settings);
  const [reopen] = useReopenQuoteMutation(settings);
  const key = { companyId, id };
  const telling = async (work: () => Promise<unknown>, failure: string): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      notifyFailure(withReason(error), failure);
      return false;
    }
  };
  return {
    send: (supplierId: string) =>
      telling(() => send({ variables: { ...key, version, supplierIds: [supplierId] } }), failures.send),
    remind: (supplierIds?: string[]) =>
      telling(() => remind({ variables: { ...key, supplierIds: supplierIds ?? null } }), failures.send),
    revoke: (supplierId: string) => telling(() => revoke({ variables: { ...key, supplierId } }), failures.save),
    change: (input: QuoteInput) => telling(() => update({ variables: { ...key, version, input } }), failures.save),
    /** One more, beside those who are in it; their addresses stay. */
    addSupplier: (partnerId: string, email: string | null) => {
      const known = suppliers.map(({ partner }) => ({ partnerId: partner.id }));
      const input = { suppliers: [...known, { partnerId, email }] };
      return telling(() => update({ variables: { ...key, version, input } }), failures.save);
    },
    close: (reason: string) =>
      telling(() => close({ variables: { ...key, version, reason: reason.trim() || null } }), failures.save),
    reopen: () => telling(() => reopen({ variables: { ...key, version } }), failures.save),
    /** A link of a supplier, on the clipboard; its address where the browser has none. */
    copyLink: async (supplierId: string): Promise<string | null> => {
      let url: string | null = null;
      await telling(async () => {
        const { data } = await link({ variables: { ...key, supplierId } });
        url = data?.createQuoteLink.url ?? null;
      }, failures.send);
      return url === null ? null : copyLink(url);
    },
    /** Stores the choice; answers the version then, or null. */
    award: async (awards: Awards, justification: string | null): Promise<number | null> => {
      let stored: number | null = null;
      await telling(async () => {
        const { data } = await award({ variables: { ...key, version, awards: awardList(awards), justification } });
        stored = data?.awardQuote.quote.version ?? null;
      }, failures.award);
      return stored;
    },
    order: (at: number) =>
      telling(async () => {
        const { data } = await order({ variables: { ...key, version: at } });
        const documents = data?.orderQuote.orders.map(({ document }) => document).join(', ');
        notifySuccess('Pedidos gerados', { detail: documents ?? '' });
      }, failures.order),
  };
};
export type Decisions = ReturnType<typeof useDecisions>;
