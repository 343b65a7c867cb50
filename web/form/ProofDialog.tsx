import { errorText, fieldProblems } from '#web/client/errors.ts';
import { isBrowserRefusal, passkeyProblem } from '#web/client/passkeys.ts';
import { Button, Dialog, Field, TextInput } from '#web/ui/index.ts';
import { useState, type SubmitEvent, type ReactNode } from 'react';
import styles from './ProofDialog.module.css';

const FORM = 'prova';

/** How a person proves who they are. */
export type ProofWay = 'password' | 'otp' | 'passkey';

const LABELS: Record<Exclude<ProofWay, 'passkey'>, string> = { password: 'Senha', otp: 'Código do aplicativo' };
const MISSING = { password: 'Informe a senha.', otp: 'Informe os seis dígitos do código.' };
const OTHER: Record<ProofWay, string> = {
  password: 'Usar a senha',
  otp: 'Usar o código do aplicativo',
  passkey: 'Usar a chave de acesso',
};

export interface ProofDialogProps {
  title: string;
  text: ReactNode;
  confirm: string;
  danger?: boolean;
  login: string;
  /** Best first. */
  ways: readonly ProofWay[];
  /** Sends what was typed, or asks the passkey; the dialog shows why it was refused. */
  onProof: (way: ProofWay, typed: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks who the person is: by the password, or by another way that they have. */
export const ProofDialog = ({ title, text, confirm, danger, login, ways, onProof, onClose }: ProofDialogProps) => {
  const [way, setWay] = useState<ProofWay>(ways[0] ?? 'password');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  const send = async (by: ProofWay) => {
    if (busy) return;
    const value = by === 'otp' ? typed.replace(/\s/g, '') : typed;
    if (by === 'password' && value === '') return setProblem(MISSING.password);
    if (by === 'otp' && !/^\d{6}$/.test(value)) return setProblem(MISSING.otp);
    setBusy(true);
    setProblem(undefined);
    try {
      await onProof(by, value);
    } catch (error) {
      setProblem(
        isBrowserRefusal(error) ? passkeyProblem(error) : (fieldProblems(error)[0]?.message ?? errorText(error)),
      );
      if (by === 'otp') setTyped('');
    } finally {
      setBusy(false);
    }
  };

  const choose = (other: ProofWay) => {
    setWay(other);
    setTyped('');
    setProblem(undefined);
    if (other === 'passkey') void send(other);
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // In React's tree the dialog is inside the form it interrupts; its submit must not reach that form.
    event.stopPropagation();
    void send(way);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant={danger ? 'danger' : 'primary'} type="submit" form={FORM} busy={busy}>
            {way === 'passkey' ? OTHER.passkey : confirm}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className={styles.form} noValidate>
        <span>{text}</span>
        <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
        {way === 'passkey' ? (
          <span role="alert" className={styles.problem}>
            {problem}
          </span>
        ) : (
          <Field key={way} label={LABELS[way]} error={problem}>
            <TextInput
              type={way === 'password' ? 'password' : 'text'}
              name={way}
              autoComplete={way === 'password' ? 'current-password' : 'one-time-code'}
              autoFocus
              value={typed}
              maxLength={way === 'password' ? 512 : 20}
              onChange={setTyped}
            />
          </Field>
        )}
        {ways.length > 1 && (
          <div className={styles.others}>
            {ways
              .filter((other) => other !== way)
              .map((other) => (
                <Button key={other} variant="subtle" size="small" onClick={() => choose(other)}>
                  {OTHER[other]}
                </Button>
              ))}
          </div>
        )}
      </form>
    </Dialog>
  );
};
