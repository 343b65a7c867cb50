import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { Button, Dialog, FirstProblem, ProblemCount, ReadingContext } from '#web/ui/index.ts';
import { useId, type SubmitEvent, type ReactNode } from 'react';
import { useEditorKeys } from './useEditorKeys.ts';
import type { BaseFormState } from './useForm.ts';

export interface FormDialogProps {
  title: string;
  editor: Pick<BaseFormState<unknown>, 'check' | 'refuse' | 'reading' | 'refusals' | 'problems'>;
  /** Sends the form, and does what follows; throws what the service refuses. */
  send: () => Promise<void>;
  busy: boolean;
  /** Message of a failure that belongs to no field. */
  failure: string;
  saveLabel?: string;
  closeLabel?: string;
  wide?: boolean;
  /** Layout of the fields. */
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A short form in a dialog: its button, Enter and Ctrl+S send it, and what is refused stands at its field. */
export const FormDialog = ({
  title,
  editor: { check, refuse, reading, refusals, problems },
  send,
  busy,
  failure,
  saveLabel = 'Salvar',
  closeLabel = 'Cancelar',
  wide = false,
  className,
  onClose,
  children,
}: FormDialogProps) => {
  const id = useId();
  const save = async (): Promise<void> => {
    if (busy || !check()) return;
    try {
      await send();
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields);
      if (fields.length === 0) notifyFailure(error, failure);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  useEditorKeys({ onSave: () => void save(), inDialog: true });
  return (
    <Dialog
      open
      wide={wide}
      onClose={onClose}
      title={title}
      actions={
        <>
          <ProblemCount count={Object.keys(problems).length} />
          <Button onClick={onClose}>{closeLabel}</Button>
          <Button variant="primary" type="submit" form={id} shortcut="Ctrl S" busy={busy}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className={className}>
        <ReadingContext value={reading}>{children}</ReadingContext>
        <FirstProblem refusals={refusals} />
      </form>
    </Dialog>
  );
};
