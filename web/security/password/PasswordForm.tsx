import { passwordProblem, PASSWORD_LENGTH, type PasswordOwner } from '#domain/passwords.ts';
import styles from '#web/public/PublicCard.module.css';
import { PasswordInput } from '#web/public/PasswordInput.tsx';
import shared from '#web/public/public.module.css';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';

export interface PasswordFormProps {
  /** Owner of the password; password managers need the login. */
  owner: PasswordOwner;
  button: string;
  /** The password was chosen before, and is typed again. */
  chosen?: boolean;
  /** Stores the password; returns its problem, or null. */
  onSubmit: (password: string) => Promise<string | null>;
}

/** Loads the list while the user types. Without it the form checks the other rules; the services check all of them. */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  import('#domain/commonPasswords.ts').then(
    ({ COMMON_PASSWORDS }) => COMMON_PASSWORDS,
    () => new Set(),
  );

/** A password form with one input, whose text can be shown. */
export const PasswordForm = ({ owner, button, chosen = false, onSubmit }: PasswordFormProps) => {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => void (chosen || commonPasswords()), [chosen]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const problem = chosen ? null : passwordProblem(password, owner, await commonPasswords());
    setError(problem ?? '');
    if (problem !== null) {
      setBusy(false);
      return input.current?.focus();
    }
    const refused = await onSubmit(password);
    setBusy(false);
    setError(refused ?? '');
    if (refused !== null) input.current?.focus();
  };

  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
      <label htmlFor="login">E-mail</label>
      <input id="login" name="username" type="email" autoComplete="username" readOnly value={owner.login} />
      <label htmlFor="password">{chosen ? 'Senha' : 'Nova senha'}</label>
      <PasswordInput
        id="password"
        ref={input}
        value={password}
        onChange={setPassword}
        autoComplete={chosen ? 'current-password' : 'new-password'}
        autoFocus
        invalid={error !== ''}
        describedBy="password-hint password-error"
      />
      <p id="password-hint" className={styles.hint}>
        {chosen
          ? 'A mesma que você escolheu no cadastro.'
          : `Ao menos ${PASSWORD_LENGTH.min} caracteres. Uma frase curta é fácil de lembrar e difícil de adivinhar.`}
      </p>
      <div id="password-error" role="alert" className={styles.error}>
        {error}
      </div>
      <button type="submit" className={shared.button} aria-busy={busy}>
        {busy ? 'Salvando…' : button}
      </button>
    </form>
  );
};
