import { Button, Drawer, ErrorState, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { EditorDrawer, type EditorDrawerProps } from '#web/form/EditorDrawer.tsx';
import { errorText } from '#web/client/errors.ts';
import { RemoveDialog } from '#web/form/RemoveDialog.tsx';

/** A stored row, and what its drawer does with it besides saving. */
export interface RegisterEntry {
  name: string;
  active: boolean;
  /** Switches it on or off; absent for who may not be switched. */
  onToggle?: () => void;
  /** The form itself switches it, and needs no button for it. */
  activeInForm?: boolean;
  /** Null when it is gone, else why it stays. Absent: it cannot be deleted. */
  onErase?: () => Promise<unknown>;
  /** What is lost with it: "O cadastro deixa de existir." */
  loss: string;
  /** Its name has to be typed before it is deleted (obra, empresa). */
  typed?: boolean;
  /** Text of §8 for a deletion that was refused without a reason. */
  eraseFailure?: string;
}

export interface RegisterDrawerProps<Form> extends Omit<EditorDrawerProps<Form>, 'onRemove' | 'title'> {
  /** Null for a new one. */
  entry: RegisterEntry | null;
  newTitle: string;
}

/** The drawer of a register's row: its form, on and off, and deletion, which offers "off" where it is refused. */
export const RegisterDrawer = <Form,>({ entry, newTitle, actions, ...editing }: RegisterDrawerProps<Form>) => {
  const [removing, setRemoving] = useState(false);
  const { onToggle, onErase } = entry ?? {};
  const deactivate = () => {
    setRemoving(false);
    onToggle?.();
  };
  return (
    <EditorDrawer
      {...editing}
      title={entry?.name ?? newTitle}
      onRemove={onErase && (() => setRemoving(true))}
      actions={
        <>
          {actions}
          {onToggle && !entry?.activeInForm && (
            <Button onClick={onToggle}>{entry?.active ? 'Desativar' : 'Reativar'}</Button>
          )}
        </>
      }
    >
      {editing.children}
      {entry && onErase && (
        <RemoveDialog
          open={removing}
          title={`Excluir ${entry.name}?`}
          text={`${entry.loss} Isto não pode ser desfeito.`}
          typedName={entry.typed ? entry.name : undefined}
          failureText={entry.eraseFailure}
          onRemove={onErase}
          onRemoved={() => {
            editing.editor.forget();
            editing.onClose();
          }}
          onCancel={() => setRemoving(false)}
          instead={entry.active && onToggle ? { label: 'Desativar', run: deactivate } : undefined}
        />
      )}
    </EditorDrawer>
  );
};

export interface AwaitedDrawerProps {
  title: string;
  /** What went wrong; undefined while nothing has. */
  error: unknown;
  /** The answer is here, and holds no such row. */
  missing: boolean;
  /** Said of a row that is not there, or whose failure says nothing of its own. */
  failureText: string;
  onRetry: () => void;
  onClose: () => void;
}

/** The drawer of a row that is still to come, or does not. */
export const AwaitedDrawer = ({ title, error, missing, failureText, onRetry, onClose }: AwaitedDrawerProps) => (
  <Drawer open onClose={onClose} title={title}>
    {error || missing ? (
      <ErrorState message={error ? errorText(error, failureText) : failureText} onRetry={onRetry} />
    ) : (
      <Skeleton rows={8} />
    )}
  </Drawer>
);
