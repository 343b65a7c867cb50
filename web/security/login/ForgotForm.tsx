import { isEmail, normalizeEmail } from '#domain/email.ts';
import shared from '#web/public/public.module.css';
import { requestRecovery } from '#web/public/linkApi.ts';
import { useState, type SubmitEvent } from 'react';
import styles from '#web/public/PublicCard.module.css';

/** Asks for the address to send the link of a forgotten password to. */
export const ForgotForm = () => {
  const [email, setEmail] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!isEmail(normalizeEmail(email))) return setError('Informe um e-mail válido.');
    setBusy(true);
    const outcome = await requestRecovery(normalizeEmail(email));
    setBusy(false);
    if ('problem' in outcome) setError(outcome.problem);
    else window.location.assign('/success-info');
  };

  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
      <label htmlFor="email">E-mail</label>
      <input
        id="email"
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        aria-describedby="email-error"
        aria-invalid={error !== ''}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div id="email-error" role="alert" className={styles.error}>
        {error}
      </div>
      <button type="submit" className={shared.button} aria-busy={busy}>
        {busy ? 'Enviando…' : 'Enviar link'}
      </button>
      <a href="#entrar" className={styles.link}>
        Voltar para a entrada
      </a>
    </form>
  );
};
