import { takeTarget } from '#web/client/flash.ts';
import { CodeInput } from '#web/public/CodeInput.tsx';
import styles from '#web/public/PublicCard.module.css';
import shared from '#web/public/public.module.css';
import { useRef, useState, type FormEvent } from 'react';
import { confirmLogin, type Challenge } from './logIn.ts';

export interface SecondFactorFormProps {
  login: string;
  challenge: Challenge;
  /** Returns to the password. */
  onBack: () => void;
}

const DIGITS = 6;

/** The second step of a login: the code of the app, or a recovery code. The sixth digit sends. */
export const SecondFactorForm = ({ login, challenge, onBack }: SecondFactorFormProps) => {
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);

  const confirm = async (typed: string) => {
    if (busy) return;
    if (typed === '' || (!recovery && typed.length < DIGITS)) {
      setError(recovery ? 'Informe o código de reserva.' : 'Informe os seis dígitos do código.');
      return;
    }
    setBusy(true);
    setError('');
    const proof = recovery ? { recoveryCode: typed } : { otp: typed };
    const outcome = await confirmLogin(login, challenge.challenge, proof);
    if (outcome === null) return window.location.assign(takeTarget());
    setBusy(false);
    setError('problem' in outcome ? outcome.problem : '');
    if (!recovery) setCode('');
    input.current?.focus();
  };

  const change = (typed: string) => {
    setCode(typed);
    if (!recovery && typed.length === DIGITS) void confirm(typed);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void confirm(code.trim());
  };

  const other = () => {
    setRecovery(!recovery);
    setCode('');
    setError('');
  };

  const common = { id: 'second-factor', ref: input, value: code, autoFocus: true };
  const describedBy = error === '' ? undefined : 'second-factor-error';
  return (
    <form onSubmit={submit} className={styles.form} noValidate>
      <label htmlFor="second-factor">{recovery ? 'Código de reserva' : 'Código do aplicativo'}</label>
      {recovery ? (
        <input
          key="recovery"
          {...common}
          type="text"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          aria-invalid={error !== ''}
          aria-describedby={describedBy}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <CodeInput key="code" {...common} invalid={error !== ''} describedBy={describedBy} onChange={change} />
      )}
      <div id="second-factor-error" role="alert" className={styles.fieldError}>
        {error}
      </div>
      <button type="submit" className={shared.button} aria-busy={busy}>
        {busy ? 'Entrando…' : 'Entrar'}
      </button>
      <div>
        {challenge.methods.includes('RECOVERY_CODE') && (
          <button type="button" className={styles.link} onClick={other}>
            {recovery ? 'Usar o código do aplicativo' : 'Sem o celular? Usar um código de reserva'}
          </button>
        )}
        <button type="button" className={styles.link} onClick={onBack}>
          Voltar para a senha
        </button>
      </div>
    </form>
  );
};
