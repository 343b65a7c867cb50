import { reread } from '#web/client/reread.ts';
import { useChosenBuilding } from '#web/choices/useBuildingChoice.ts';
import { useDocument } from '#web/form/document/useDocument.ts';
import { useDocumentDraft } from '#web/form/document/useDocumentDraft.ts';
import { useHistory } from '#web/form/lines/useHistory.ts';
import {
  QuoteDocument,
  useCreateQuoteMutation,
  useUpdateQuoteMutation,
  type QuoteDetailsFragment,
} from '#web/generated/purchase.ts';
import { textsOf } from '#web/register/noun.ts';
import type { NewPurchase } from '#web/session/newPurchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { useApolloClient } from '@apollo/client/react';
import { forgetQuotes, useRemoveQuote } from '../calls.ts';
import { noun } from '../words.ts';
import type { QuoteForm } from './form.ts';
import { emptyForm, givenForm } from './model.ts';
import { inputOf, quoteDocument } from './quoteDocument.ts';

const { saved } = textsOf(noun);

/** The calls that change a request. They throw the gateway's errors, which the page shows. */
const useCalls = (quote: QuoteDetailsFragment | null) => {
  const { companyId } = usePlace();
  const client = useApolloClient();
  const removeQuote = useRemoveQuote();
  const settings = { context: { quiet: true }, update: forgetQuotes };
  const [create, creating] = useCreateQuoteMutation(settings);
  const [update, updating] = useUpdateQuoteMutation(settings);
  const save = async (form: QuoteForm, version: number): Promise<QuoteDetailsFragment | undefined> => {
    const input = inputOf(form);
    if (!quote) return (await create({ variables: { companyId, input } })).data?.createQuote.quote;
    return (await update({ variables: { companyId, id: quote.id, version, input } })).data?.updateQuote.quote;
  };
  const latest = async (): Promise<QuoteDetailsFragment | null | undefined> => {
    if (!quote) return null;
    const data = await reread(client, { query: QuoteDocument, variables: { companyId, id: quote.id } });
    return data?.quote;
  };
  const remove = async (): Promise<void> => {
    const failure = quote && (await removeQuote(quote));
    if (failure !== null) throw failure;
  };
  return { save, latest, remove, saving: creating.loading || updating.loading };
};

interface EditorOptions {
  quote: QuoteDetailsFragment | null;
  given: NewPurchase | null;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** The document editor for a request, with the undo of its lines. */
export const useQuoteEditor = ({ quote, given, onSaved, onClose }: EditorOptions) => {
  const { companyId } = usePlace();
  const building = useChosenBuilding();
  const draft = useDocumentDraft({
    ...{ model: quoteDocument, stored: quote },
    // What is typed into a given one leaves the draft of another new one alone.
    draftKey: ['quote', companyId, ...(given ? [given.key] : [])].join('.'),
    fresh: () => (given ? givenForm(given, building) : emptyForm(building)),
  });
  const calls = useCalls(quote);
  const history = useHistory(draft.state);
  const editor = useDocument(draft, {
    calls,
    texts: { saved, removed: 'Cotação excluída' },
    titleOf: ({ document, title }) => `${document} · ${title}`,
    doubtful: false,
    afterSave: async () => undefined,
    onSaved,
    onClose,
  });
  return { draft, history, editor };
};
