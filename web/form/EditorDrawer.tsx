import { Banner, Button } from '#web/ui/index.ts';
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
    banners={
      editor.conflict !== null && (
        <ConflictBanner
          text={editor.conflict}
          onKeep={() => {
            editor.keepMine();
            onReload?.();
          }}
          onTake={() => {
            editor.discardDraft();
            onReload?.();
          }}
        />
      )
    }
  />
);

const ConflictBanner = ({ text, onKeep, onTake }: { text: string; onKeep: () => void; onTake: () => void }) => (
  <Banner
    tone="error"
    problem
    action={
      <>
        <Button onClick={onKeep}>Manter o que digitei</Button>
        <Button onClick={onTake}>Usar a versão gravada</Button>
      </>
    }
  >
    {text} O que você digitou continua aqui: mantenha e salve de novo, ou fique com a outra versão.
  </Banner>
);
