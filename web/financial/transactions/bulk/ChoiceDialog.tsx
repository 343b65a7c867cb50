import { Button, Combobox, Dialog, Field, type Option } from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';

interface ChoiceDialogProps {
  title: string;
  label: string;
  hint?: string;
  /** "Escolha a categoria" */
  missing: string;
  options: readonly Option[];
  loading?: boolean;
  onChoose: (option: Option) => void;
  onClose: () => void;
}

/** One value for all selected documents. */
export const ChoiceDialog = ({ title, label, hint, missing, options, loading, ...props }: ChoiceDialogProps) => {
  const [chosen, setChosen] = useState<Option | null>(null);
  const [asked, setAsked] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen) props.onChoose(chosen);
    else setAsked(true);
  };
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={title}
      actions={
        <>
          <Button onClick={props.onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form="bulk-choice">
            Mudar
          </Button>
        </>
      }
    >
      <form id="bulk-choice" onSubmit={submit} noValidate>
        <Field label={label} required hint={hint} error={asked && !chosen ? missing : undefined}>
          <Combobox value={chosen} options={options} onChange={setChosen} loading={loading ?? false} autoFocus />
        </Field>
      </form>
    </Dialog>
  );
};
