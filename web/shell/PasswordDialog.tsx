import { useReauthenticateMutation } from '#web/generated/session.ts';
import { Button, Dialog, Field, TextInput } from '#web/ui/index.ts';
import { useState, type FormEvent } from 'react';
import { errorText, fieldProblems } from '#web/client/errors.ts';
import { OrganizationConfirmation } from './OrganizationConfirmation.tsx';
import styles from './PasswordDialog.module.css';
import { settlePassword } from '#web/client/reauthentication.ts';
import { useSession } from '#web/session/sessionContext.ts';

const FORM = 'confirmar-senha';

/** Asks for the password again; the refused operation is then retried. */
const PasswordForm = () => {
  const { user } = useSession();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [reauthenticate, { loading }] = useReauthenticateMutation({ context: { quiet: true } });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // In React's tree the dialog is inside the form it interrupts; its submit must not reach that form.
    event.stopPropagation();
    if (loading) return;
    if (password === '') return setProblem('Informe a senha.');
    try {
      await reauthenticate({ variables: { password } });
      settlePassword(true);
    } catch (error) {
      setProblem(fieldProblems(error)[0]?.message ?? errorText(error));
    }
  };

  return (
    <Dialog
      open
      onClose={() => settlePassword(false)}
      title="Confirme a sua senha"
      actions={
        <>
          <Button onClick={() => settlePassword(false)}>Cancelar</Button>
          <Button variant="primary" type="submit" form={FORM} busy={loading}>
            Confirmar
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
        <span>Quem decide sobre acessos confirma que é quem diz ser. A senha vale aqui por 15 minutos.</span>
        <input type="text" name="username" autoComplete="username" value={user.login} readOnly hidden />
        <Field label="Senha" error={problem}>
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

/** Who logged in through an organization confirms it there. */
const PasswordDialog = () => (useSession().bySso ? <OrganizationConfirmation /> : <PasswordForm />);

export default PasswordDialog;
