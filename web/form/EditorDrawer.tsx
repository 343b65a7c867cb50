import { EditorConflict } from './EditorConflict.tsx';
import { FormDrawer, type FormDrawerProps } from './FormDrawer.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import type { Editor } from './useEditor.ts';

export interface EditorDrawerProps<Form> extends FormDrawerProps {
  editor: Editor<Form>;
  /** Opens the delete question; absent for a new row. */
  onRemove?: () => void;
  /** Refetches the row after a change by another user. */
  onReload?: () => void;
}

/** The drawer of a flat form (`useEditor`). */
export const EditorDrawer = <Form,>({ editor, onRemove, onReload, ...frame }: EditorDrawerProps<Form>) => (
  <FormDrawer
    {...frame}
    form={editor}
    onSave={() => void editor.save()}
    onDiscardDraft={editor.discardDraft}
    removal={onRemove && <RemoveButton onClick={onRemove} />}
    banners={<EditorConflict editor={editor} onReload={onReload} />}
  />
);
