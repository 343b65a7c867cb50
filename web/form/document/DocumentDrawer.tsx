import type { ReactNode } from 'react';
import { FormDrawer, type FormDrawerProps } from '../FormDrawer.tsx';
import type { EditedRow } from '../useEditor.ts';
import { ConflictBanner } from './ConflictBanner.tsx';
import { RemoveDocument, type RemoveDocumentProps } from './RemoveDocument.tsx';
import type { DocumentEditor } from './useDocument.ts';
import type { DocumentDraft } from './useDocumentDraft.ts';

export interface DocumentDrawerProps<Stored extends EditedRow, Form extends object> extends FormDrawerProps {
  draft: DocumentDraft<Stored, Form>;
  editor: DocumentEditor<Stored>;
  /** Warning that the user confirms with the next save (a duplicate). */
  doubt?: ReactNode;
  /** Texts of the delete question; absent when the document cannot be deleted. */
  removal?: Pick<RemoveDocumentProps, 'title' | 'text'>;
  /** No other document follows it: it began as something else. */
  single?: boolean;
  /** What comes after it in place of a new one: the next of several. */
  next?: { label: string; saveAndGo: () => void };
  /** Content below the form that is not part of it: attachments, dialogs. */
  below?: ReactNode;
}

/** The drawer of a document (`useDocument`); its header fields and lines are the children. */
export const DocumentDrawer = <Stored extends EditedRow, Form extends object>({
  draft,
  editor,
  doubt,
  removal,
  single = false,
  next,
  ...frame
}: DocumentDrawerProps<Stored, Form>) => {
  const { dirty, reading, refusals, problems } = draft.state;
  return (
    <FormDrawer
      {...frame}
      form={{ dirty, reading, refusals, problems, saving: editor.saving, keptAt: draft.keptAt, row: draft.stored }}
      onSave={() => void editor.save()}
      saveLabel={doubt && editor.confirmed ? 'Salvar mesmo assim' : undefined}
      onSaveAndNew={next?.saveAndGo ?? (draft.stored === null && !single ? () => void editor.save(true) : undefined)}
      saveAndNewLabel={next?.label}
      onDiscardDraft={editor.discard}
      removal={removal && <RemoveDocument {...removal} onRemove={() => void editor.remove()} />}
      banners={
        <>
          {doubt}
          {editor.conflict && <ConflictBanner {...editor.conflict} />}
        </>
      }
    />
  );
};
