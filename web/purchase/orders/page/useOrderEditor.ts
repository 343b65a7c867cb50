import { ORDER_DELETED } from '#domain/messages.ts';
import { useChosenBuilding } from '#web/choices/useBuildingChoice.ts';
import { useDocument } from '#web/form/document/useDocument.ts';
import { useDocumentDraft } from '#web/form/document/useDocumentDraft.ts';
import { useHistory } from '#web/form/lines/useHistory.ts';
import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import { textsOf } from '#web/register/noun.ts';
import type { NewPurchase } from '#web/session/newPurchase.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { today } from '#web/ui/index.ts';
import { emptyForm, givenForm } from './model.ts';
import { orderDocument } from './orderDocument.ts';
import { noun } from '../words.ts';
import { useDocumentCalls } from './useDocumentCalls.ts';

const { saved } = textsOf(noun);

interface EditorOptions {
  order: OrderDetailsFragment | null;
  given: NewPurchase | null;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** The document editor for an order, with the undo of its lines. */
export const useOrderEditor = ({ order, given, onSaved, onClose }: EditorOptions) => {
  const { companyId } = usePlace();
  const building = useChosenBuilding();
  const draft = useDocumentDraft({
    ...{ model: orderDocument, stored: order },
    // Its references are of one company. What is typed into a given one leaves the draft of another new one alone.
    draftKey: ['order', companyId, ...(given ? [given.key] : [])].join('.'),
    fresh: () => (given ? givenForm(given, building, today()) : emptyForm(building, today())),
  });
  const calls = useDocumentCalls(order);
  const history = useHistory(draft.state);
  const editor = useDocument(draft, {
    calls,
    texts: { saved, removed: ORDER_DELETED },
    titleOf: ({ document, supplier }) => `${document} · ${supplier.name}`,
    doubtful: false,
    afterSave: async () => undefined,
    onSaved,
    onClose,
  });
  return { draft, history, editor };
};
