import { parseListQuery } from '#domain/listQuery.ts';
import { viewAddress, type ViewedList } from '#domain/savedViews.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  SavedViewsDocument,
  useChangeSavedViewMutation,
  useDeleteSavedViewMutation,
  useSavedViewsQuery,
  useSaveViewMutation,
  type SavedViewRowFragment,
} from '#web/generated/list.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import type { ListState } from '../useListQuery.ts';
import type { ViewForm } from './ViewDialog.tsx';

const AGAIN = { refetchQueries: [SavedViewsDocument], context: { quiet: true } };

/** The saved views of a list and what can be done with them; they are read when `wanted` first. */
export const useViews = (kind: ViewedList, list: Pick<ListState, 'query' | 'setQuery'>, wanted: boolean) => {
  const { companyId } = usePlace();
  const { data, error } = useSavedViewsQuery({
    variables: { companyId },
    skip: companyId === '' || !wanted,
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const [save, saving] = useSaveViewMutation(AGAIN);
  const [change, changing] = useChangeSavedViewMutation(AGAIN);
  const [forget] = useDeleteSavedViewMutation(AGAIN);
  const address = viewAddress(list.query);
  return {
    /** Undefined until they are read. */
    views: data?.views?.filter((view) => view.list === kind),
    error,
    busy: saving.loading || changing.loading,
    /** Whether the list shows what the view keeps. */
    isShown: (view: SavedViewRowFragment): boolean => view.address === address,
    open: (view: SavedViewRowFragment): void => {
      const { filters, sort } = parseListQuery(view.address);
      list.setQuery((now) => ({ filters, sort, size: now.size }));
    },
    save: async (form: ViewForm): Promise<void> => {
      await save({ variables: { companyId, input: { ...form, list: kind, address } } });
      notifySuccess('Visão salva', { detail: form.name });
    },
    change: async ({ id }: SavedViewRowFragment, form: ViewForm): Promise<void> => {
      await change({ variables: { companyId, id, input: form } });
      notifySuccess('Visão mudada', { detail: form.name });
    },
    remove: async ({ id, name }: SavedViewRowFragment): Promise<void> => {
      try {
        await forget({ variables: { companyId, id } });
        notifySuccess('Visão excluída', { detail: name });
      } catch (failure) {
        notifyFailure(failure);
      }
    },
  };
};
