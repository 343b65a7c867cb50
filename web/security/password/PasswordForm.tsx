import { passwordProblem, PASSWORD_LENGTH } from '#domain/passwords.ts';
import styles from '#web/security/login/LoginPage.module.css';
import { PasswordInput } from '#web/security/login/PasswordInput.tsx';
import shared from '#web/public-pages/public.module.css';
import { useRef, useState, type FormEvent } from 'react';

export interface PasswordFormProps {
  /** Whose password it is; managers keep it beside the password. */
  login: string;
  button: string;
  /** Stores it; answers what is wrong with it, or null. */
  onSubmit: (password: string) => Promise<string | null>;
}

/** A new password, typed once where it can be seen. */
export const PasswordForm = ({ login, button, onSubmit }: PasswordFormProps) => {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const problem = passwordProblem(password, login);
    setError(problem ?? '');
    if (problem !== null) return input.current?.focus();
    setBusy(true);
    const refused = await onSubmit(password);
    setBusy(false);
    setError(refused ?? '');
    if (refused !== null) input.current?.focus();
  };

  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
      <label htmlFor="login">E-mail</label>
      <input id="login" name="username" type="email" autoComplete="username" readOnly value={login} />
      <label htmlFor="password">Nova senha</label>
      <PasswordInput
        id="password"
        ref={input}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        autoFocus
        invalid={error !== ''}
        describedBy="password-hint password-error"
      />
      <p id="password-hint" className={styles.hint}>
        Ao menos {PASSWORD_LENGTH.min} caracteres. Uma frase curta é fácil de lembrar e difícil de adivinhar.
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
