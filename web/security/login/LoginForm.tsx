import { takeTarget } from '#web/client/flash.ts';
import { lazy, Suspense, useRef, useState, type SubmitEvent } from 'react';
import { logIn, type Challenge } from './logIn.ts';
import { PasswordInput } from '#web/public/PasswordInput.tsx';
import shared from '#web/public/public.module.css';
import styles from '#web/public/PublicCard.module.css';

/** Asked for after the right password alone: most logins do without its code. */
const SecondFactorForm = lazy(() => import('./SecondFactorForm.tsx'));

/** Password form with its error, for the address typed before; after the right password, the second step where the user has one. */
export const LoginForm = ({ login }: { login: string }) => {
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError('');
    const outcome = await logIn(login, password);
    if (outcome === null) return window.location.assign(takeTarget());
    setBusy(false);
    if ('challenge' in outcome) {
      setPassword('');
      return setChallenge(outcome);
    }
    setError(outcome.problem);
    passwordInput.current?.select();
  };

  if (challenge) {
    return (
      <Suspense>
        <SecondFactorForm login={login} challenge={challenge} onBack={() => setChallenge(null)} />
      </Suspense>
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
      {/* For password managers, which store the login with the password. */}
      <input type="text" name="username" autoComplete="username" value={login} readOnly hidden />
      <label htmlFor="password">Senha</label>
      <PasswordInput
        id="password"
        ref={passwordInput}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        autoFocus
        invalid={error !== ''}
        describedBy={error === '' ? undefined : 'login-error'}
      />
      <div id="login-error" role="alert" className={styles.error}>
        {error}
      </div>
      <button type="submit" className={shared.button} aria-busy={busy}>
        {busy ? 'Entrando…' : 'Entrar'}
      </button>
    </form>
  );
};
