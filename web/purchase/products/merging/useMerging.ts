import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { counted } from '#domain/numberFormat.ts';
import {
  useDismissProductPairMutation,
  useMergeProductsMutation,
  useUndoProductMergeMutation,
  type MergeInput,
  type MergeRowFragment,
} from '#web/generated/purchase.ts';
import { forgetProducts } from '../forgetProducts.ts';

const forgetPairs = forgetting('productPairs');
/** A merge moves lines of compositions, and by that their prices. */
const forgetUses = forgetting('productMerges', 'productUsages', 'tasks', 'task', 'resources');

/** Merges products, undoes merges and dismisses suggestions, and tells what has happened. */
export const useMerging = () => {
  const [mergeProducts, { loading: merging }] = useMergeProductsMutation({ context: { quiet: true } });
  const [undoMerge, { loading: undoing }] = useUndoProductMergeMutation({ context: { quiet: true } });
  const [dismissPair] = useDismissProductPairMutation({ context: { quiet: true } });
  const update = (cache: Parameters<typeof forgetProducts>[0]) => {
    forgetProducts(cache);
    forgetPairs(cache);
    forgetUses(cache);
  };

  const undo = async ({ id, survivor, merged }: MergeRowFragment): Promise<void> => {
    try {
      await undoMerge({ variables: { id }, update });
      notifySuccess(`Unificação em ${survivor.code} desfeita`, {
        detail: merged.map(({ code, name }) => `${code} ${name}`).join(', '),
      });
    } catch (error) {
      notifyFailure(error, 'Falha para desfazer a unificação');
    }
  };
  /** Throws what the services refuse, for the dialog to show. */
  const merge = async (input: MergeInput): Promise<void> => {
    const { data } = await mergeProducts({ variables: { input }, update });
    const done = data?.mergeProducts.merge;
    if (!done) return;
    const text = `${counted(done.merged.length + 1, 'insumo')} unificados em ${done.survivor.code}`;
    notifyUndo(text, () => void undo(done), done.survivor.name);
  };
  const dismiss = async (id: string, dismissed: boolean): Promise<void> => {
    try {
      await dismissPair({
        variables: { id, dismissed },
        update: (cache) => {
          forgetProducts(cache);
          forgetPairs(cache);
        },
      });
      if (dismissed) notifyUndo('Não serão mais sugeridos', () => void dismiss(id, false));
    } catch (error) {
      notifyFailure(error, 'Falha para salvar insumos duplicados');
    }
  };
  return { merge, undo, dismiss, busy: merging || undoing };
};
