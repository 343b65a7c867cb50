import { Banner, Button } from '#web/ui/index.ts';
import { CONFLICT_CHOICE } from './conflictChoice.ts';
import type { Editor } from './useEditor.ts';

interface EditorConflictProps<Form> {
  editor: Editor<Form>;
  /** Refetches the row after a change by another user. */
  onReload?: (() => void) | undefined;
}

/** What somebody else has changed in the fields that were typed in: keep one's own, or take theirs. */
export const EditorConflict = <Form,>({ editor, onReload }: EditorConflictProps<Form>) =>
  editor.conflict !== null && (
    <Banner
      tone="error"
      problem
      action={
        <>
          <Button
            onClick={() => {
              editor.keepMine();
              onReload?.();
            }}
          >
            Manter o que digitei
          </Button>
          <Button
            onClick={() => {
              editor.discardDraft();
              onReload?.();
            }}
          >
            Usar a versão gravada
          </Button>
        </>
      }
    >
      {editor.conflict} {CONFLICT_CHOICE}
    </Banner>
  );
