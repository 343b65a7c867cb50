import { stripAccents } from '#domain/text.ts';
import { Banner, Button, Dialog, Field, TextInput } from '#web/ui/index.ts';
import { useState } from 'react';
import { errorText } from '#web/client/errors.ts';
import styles from './FormDrawer.module.css';

export interface RemoveDialogProps {
  open: boolean;
  title: string;
  text: string;
  /** Name to type before deleting (mocks/README.md, rule 5: building, company, approved estimate). */
  typedName?: string;
  /** Resolves to null when the row was deleted, else to the error. */
  onRemove: () => Promise<unknown>;
  onRemoved: () => void;
  onCancel: () => void;
  /** Text of §8 for an error without its own. */
  failureText?: string;
  /** Alternative after an error: "Desativar". */
  instead?: { label: string; run: () => void };
}

/** Asks before a permanent deletion; an error stays in the dialog, with its reason and the alternative. */
export const RemoveDialog = (props: RemoveDialogProps) =>
  // Mounted on each opening, so that no typed name or error remains.
  props.open ? <Question {...props} /> : null;

const Question = (props: RemoveDialogProps) => {
  const { typedName, instead, onCancel } = props;
  const [typed, setTyped] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const sure = typedName === undefined || stripAccents(typed.trim()) === stripAccents(typedName.trim());
  const remove = async () => {
    if (!sure) return;
    setBusy(true);
    const error = await props.onRemove();
    setBusy(false);
    if (error === null) props.onRemoved();
    else setRefusal(errorText(error, props.failureText));
  };
  return (
    <Dialog
      open
      onClose={onCancel}
      title={props.title}
      actions={
        <>
          <Button onClick={onCancel}>Cancelar</Button>
          {refusal !== null && instead && (
            <Button variant="primary" onClick={instead.run}>
              {instead.label}
            </Button>
          )}
          {refusal === null && (
            <Button variant="danger" busy={busy} disabled={!sure} onClick={() => void remove()}>
              Excluir
            </Button>
          )}
        </>
      }
    >
      <div className={styles.banners}>
        {refusal === null ? <span>{props.text}</span> : <Banner tone="error">{refusal}</Banner>}
        {typedName !== undefined && refusal === null && (
          <Field label={`Digite “${typedName}” para confirmar`}>
            <TextInput
              value={typed}
              onChange={setTyped}
              autoFocus
              autoComplete="off"
              onKeyDown={(event) => {
                if (event.key === 'Enter') void remove();
              }}
            />
          </Field>
        )}
      </div>
    </Dialog>
  );
};
