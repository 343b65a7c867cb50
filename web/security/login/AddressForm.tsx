import { NO_CONNECTION } from '#domain/messages.ts';
import shared from '#web/public/public.module.css';
import styles from '#web/public/PublicCard.module.css';
import { takeTarget } from '#web/client/flash.ts';
import { passkeysWork } from '#web/client/passkeysWork.ts';
import { useState, type SubmitEvent } from 'react';
import login from './login.module.css';
import { PasskeyGlyph } from './PasskeyGlyph.tsx';
import { findWay, type Way } from './loginApi.ts';

interface AddressFormProps {
  /** Address typed before. */
  login: string;
  onFound: (login: string, way: Extract<Way, { status: string }>) => void;
}

/** First step of the login: the address. */
export const AddressForm = ({ login: typedBefore, onFound }: AddressFormProps) => {
  const [typed, setTyped] = useState(typedBefore);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  /** Why the passkey was refused, which says nothing of the address. */
  const [refusal, setRefusal] = useState('');

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    const address = typed.trim();
    if (address === '') return setError('Informe o seu e-mail ou login.');
    setBusy(true);
    setError('');
    const way = await findWay(address);
    setBusy(false);
    if ('problem' in way) setError(way.problem);
    else onFound(address, way);
  };

  const enterByPasskey = async () => {
    if (busy) return;
    setBusy(true);
    setError('');
    setRefusal('');
    // Most log in without one, over slow connections: its code comes when it is asked for.
    const outcome = await import('./logInWithPasskey.ts').then(
      ({ logInWithPasskey }) => logInWithPasskey(),
      () => ({ problem: NO_CONNECTION }),
    );
    if (outcome === null) return window.location.assign(takeTarget());
    setBusy(false);
    setRefusal('problem' in outcome ? outcome.problem : '');
  };

  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
      <label htmlFor="login">E-mail ou login</label>
      <input
        id="login"
        name="username"
        type="text"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        maxLength={254}
        aria-describedby={error === '' ? undefined : 'login-error'}
        aria-invalid={error !== ''}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div id="login-error" role="alert" className={styles.error}>
        {error}
      </div>
      <button type="submit" className={shared.button} aria-busy={busy}>
        Continuar
      </button>
      {passkeysWork() && (
        <>
          <div className={login.or}>ou</div>
          <button
            type="button"
            className={`${shared.button} ${shared.quiet} ${login.key}`}
            onClick={() => void enterByPasskey()}
          >
            <PasskeyGlyph />
            Entrar com chave de acesso
          </button>
          <div role="alert" className={login.refusal}>
            {refusal}
          </div>
        </>
      )}
    </form>
  );
};
