import { Button, Drawer, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { EditorDrawer, type EditorDrawerProps } from '#web/form/EditorDrawer.tsx';
import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { RemoveDialog } from '#web/form/RemoveDialog.tsx';

/** A stored row, and the drawer's actions for it besides saving. */
export interface RegisterEntry {
  name: string;
  active: boolean;
  /** Activates or deactivates the row; absent when that is not allowed. */
  onToggle?: () => void;
  /** The form itself has the switch, so the drawer shows no button. */
  activeInForm?: boolean;
  /** Resolves to null when the row was deleted, else to the error. Absent: the row cannot be deleted. */
  onErase?: () => Promise<unknown>;
  /** What is deleted: "O cadastro deixa de existir." */
  loss: string;
  /** The name has to be typed before deleting (building, company). */
  typed?: boolean;
  /** Text of §8 for a failed deletion without a reason. */
  eraseFailure?: string;
}

export interface RegisterDrawerProps<Form> extends Omit<EditorDrawerProps<Form>, 'onRemove' | 'title'> {
  /** Null for a new row. */
  entry: RegisterEntry | null;
  newTitle: string;
}

/** The drawer of a register's row: form, activation, and deletion, which offers deactivation when it fails. */
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
  /** Error of the query; undefined without one. */
  error: unknown;
  /** The response has no such row. */
  missing: boolean;
  /** Text for a missing row, or for an error without its own. */
  failureText: string;
  onRetry: () => void;
  onClose: () => void;
}

/** The drawer of a row that is loading, missing, or failed to load. */
export const AwaitedDrawer = ({ title, error, missing, failureText, onRetry, onClose }: AwaitedDrawerProps) => (
  <Drawer open onClose={onClose} title={title}>
    {error || missing ? (
      <Failure
        error={error}
        message={error ? errorText(error, failureText) : failureText}
        onRetry={onRetry}
        remedy={gone(onClose)}
      />
    ) : (
      <Skeleton rows={8} />
    )}
  </Drawer>
);
