import { errorText, fieldProblems } from '#web/client/errors.ts';
import { useRemoveTotpMutation } from '#web/generated/security.ts';
import { Button, Dialog, Field, TextInput } from '#web/ui/index.ts';
import { useState, type FormEvent } from 'react';
import styles from './account.module.css';

const FORM = 'desligar-verificacao';

export interface RemoveTotpDialogProps {
  login: string;
  onClose: () => void;
  onDone: () => void;
}

/** Turning the second step off asks the password. */
export const RemoveTotpDialog = ({ login, onClose, onDone }: RemoveTotpDialogProps) => {
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [remove, { loading }] = useRemoveTotpMutation({ context: { quiet: true } });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (loading) return;
    if (password === '') return setProblem('Informe a senha.');
    try {
      await remove({ variables: { password } });
      onDone();
    } catch (error) {
      setProblem(fieldProblems(error)[0]?.message ?? errorText(error));
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Desligar a verificação em duas etapas?"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="danger" type="submit" form={FORM} busy={loading}>
            Desligar
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
        <span>O login volta a pedir só a senha, e os códigos de reserva deixam de valer.</span>
        <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
        <Field label="Senha" {...(problem && { error: problem })}>
          <TextInput
            type="password"
            name="password"
            autoComplete="current-password"
            autoFocus
            value={password}
            maxLength={512}
            onChange={setPassword}
          />
        </Field>
      </form>
    </Dialog>
  );
};
