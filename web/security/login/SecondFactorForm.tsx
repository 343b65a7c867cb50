import { takeTarget } from '#web/client/flash.ts';
import { CodeInput } from '#web/public/CodeInput.tsx';
import styles from '#web/public/PublicCard.module.css';
import shared from '#web/public/public.module.css';
import { passkeyProblem, signWithPasskey, type PasskeyRequest } from '#web/client/passkeys.ts';
import { passkeysWork } from '#web/client/passkeysWork.ts';
import { useRef, useState, type SubmitEvent, type ReactNode } from 'react';
import { confirmLogin, type Challenge } from './logIn.ts';

export interface SecondFactorFormProps {
  login: string;
  challenge: Challenge;
  /** Returns to the password. */
  onBack: () => void;
}

const DIGITS = 6;

type Way = 'PASSKEY' | 'TOTP' | 'RECOVERY_CODE';

const LABELS: Record<Way, string> = {
  PASSKEY: 'Usar a chave de acesso',
  TOTP: 'Usar o código do aplicativo',
  RECOVERY_CODE: 'Sem o celular? Usar um código de reserva',
};

/** What the user has and this browser can use, easiest first. */
const waysOf = ({ methods, passkey }: Challenge): Way[] => {
  const all: Way[] = ['PASSKEY', 'TOTP', 'RECOVERY_CODE'];
  return all.filter((way) => methods.includes(way) && (way !== 'PASSKEY' || (passkey !== null && passkeysWork())));
};

interface OthersProps {
  ways: readonly Way[];
  way: Way;
  onWay: (way: Way) => void;
  onBack: () => void;
}

/** The other ways to confirm, and the way back. */
const Others = ({ ways, way, onWay, onBack }: OthersProps) => (
  <div>
    {ways
      .filter((other) => other !== way)
      .map((other) => (
        <button key={other} type="button" className={styles.link} onClick={() => onWay(other)}>
          {LABELS[other]}
        </button>
      ))}
    <button type="button" className={styles.link} onClick={onBack}>
      Voltar para a senha
    </button>
  </div>
);

interface PasskeyFormProps {
  login: string;
  challenge: string;
  asked: PasskeyRequest;
  children: ReactNode;
}

const PasskeyForm = ({ login, challenge, asked, children }: PasskeyFormProps) => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError('');
    const outcome = await signWithPasskey(asked).then(
      (assertion) => confirmLogin(login, challenge, { assertion }),
      (refused: unknown) => ({ problem: passkeyProblem(refused) }),
    );
    if (outcome === null) return window.location.assign(takeTarget());
    setBusy(false);
    setError('problem' in outcome ? outcome.problem : '');
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.form} noValidate>
      <p className={styles.hint}>Confirme com a chave de acesso do seu aparelho.</p>
      <div role="alert" className={styles.error}>
        {error}
      </div>
      <button type="submit" className={shared.button} aria-busy={busy} autoFocus>
        {busy ? 'Entrando…' : LABELS.PASSKEY}
      </button>
      {children}
    </form>
  );
};

/** The second step of a login: a passkey, the code of the app, or a recovery code. The sixth digit sends. */
const SecondFactorForm = ({ login, challenge, onBack }: SecondFactorFormProps) => {
  const ways = waysOf(challenge);
  const [way, setWay] = useState<Way>(ways[0] ?? 'RECOVERY_CODE');
  if (way === 'PASSKEY' && challenge.passkey) {
    return (
      <PasskeyForm login={login} challenge={challenge.challenge} asked={challenge.passkey}>
        <Others ways={ways} way={way} onWay={setWay} onBack={onBack} />
      </PasskeyForm>
    );
  }
  return (
    <CodeForm key={way} login={login} challenge={challenge} recovery={way === 'RECOVERY_CODE'}>
      <Others ways={ways} way={way} onWay={setWay} onBack={onBack} />
    </CodeForm>
  );
};

interface CodeFormProps extends Pick<SecondFactorFormProps, 'login' | 'challenge'> {
  recovery: boolean;
  children: ReactNode;
}

const CodeForm = ({ login, challenge, recovery, children }: CodeFormProps) => {
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

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void confirm(code.trim());
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
      {children}
    </form>
  );
};

export default SecondFactorForm;
