import { useDocument } from '#web/form/document/useDocument.ts';
import { useDocumentDraft } from '#web/form/document/useDocumentDraft.ts';
import { useHistory } from '#web/form/lines/useHistory.ts';
import type { TaskDetailFragment } from '#web/generated/engineering.ts';
import { textsOf } from '#web/register/noun.ts';
import { noun } from '../words.ts';
import { emptyForm } from './model.ts';
import { taskDocument } from './taskDocument.ts';
import { useTaskCalls } from './useTaskCalls.ts';

const { saved, deleted } = textsOf(noun);

interface EditorOptions {
  task: TaskDetailFragment | null;
  /** The cost database that a new composition begins with. */
  costDatabaseId: string;
  onSaved: (id: string) => void;
  onClose: () => void;
}

/** The document editor for a composition, with the undo of its lines. */
export const useTaskEditor = ({ task, costDatabaseId, onSaved, onClose }: EditorOptions) => {
  const draft = useDocumentDraft({
    model: taskDocument,
    stored: task,
    draftKey: 'task',
    fresh: () => emptyForm(costDatabaseId),
  });
  const calls = useTaskCalls(task);
  const history = useHistory(draft.state);
  const editor = useDocument(draft, {
    calls,
    texts: { saved, removed: deleted },
    titleOf: ({ code, description }) => `${code} ${description}`,
    doubtful: false,
    afterSave: async () => undefined,
    onSaved,
    onClose,
  });
  return { draft, calls, history, editor };
};
