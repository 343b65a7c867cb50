import { errorText, fieldProblems } from '#web/client/errors.ts';
import { notifyError, notifySuccess } from '#web/client/notify.ts';
import { useConfirmTotpMutation } from '#web/generated/security.ts';
import { CodeInput } from '#web/public/CodeInput.tsx';
import { Button } from '#web/ui/index.ts';
import { CopyIcon } from '#web/ui/icons.ts';
import { qrModules, qrPath } from '#web/ui/qr.ts';
import { useMemo, useRef, useState } from 'react';
import styles from './account.module.css';

export interface TotpKey {
  secret: string;
  uri: string;
}

export interface TotpSetupProps {
  totp: TotpKey;
  onCancel: () => void;
  /** The codes that the services made; the app is on. */
  onDone: (recoveryCodes: string[]) => void;
}

const QUIET = 4;
const DIGITS = 6;

const Qr = ({ text }: { text: string }) => {
  const modules = useMemo(() => qrModules(text), [text]);
  const size = modules.length + 2 * QUIET;
  return (
    <svg
      className={styles.qr}
      viewBox={`${-QUIET} ${-QUIET} ${size} ${size}`}
      role="img"
      aria-label="Código QR da chave"
    >
      <rect x={-QUIET} y={-QUIET} width={size} height={size} fill="#ffffff" />
      <path d={qrPath(modules)} fill="#000000" />
    </svg>
  );
};

const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** The three steps that turn the authenticator app on: the key, its first code, the recovery codes. */
const TotpSetup = ({ totp, onCancel, onDone }: TotpSetupProps) => {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState('');
  const [confirm, { loading }] = useConfirmTotpMutation({ context: { quiet: true } });
  const input = useRef<HTMLInputElement>(null);

  const send = async (otp: string) => {
    if (loading) return;
    if (otp.length < DIGITS) return setProblem('Informe os seis dígitos do código.');
    setProblem('');
    try {
      const { data } = await confirm({ variables: { otp } });
      if (data) onDone(data.confirmTotp.recoveryCodes);
    } catch (error) {
      setProblem(fieldProblems(error)[0]?.message ?? errorText(error));
      setCode('');
      input.current?.focus();
    }
  };

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(totp.secret);
      notifySuccess('Chave copiada');
    } catch {
      notifyError('O navegador não deixou copiar', 'Digite a chave no aplicativo.');
    }
  };

  return (
    <>
      <ol className={styles.steps}>
        <li>
          <h3>Leia no aplicativo autenticador</h3>
          <div className={styles.key}>
            <Qr text={totp.uri} />
            <div>
              <span className={styles.quiet}>Ou digite a chave</span>
              <code className={styles.secret}>{grouped(totp.secret)}</code>
              <Button size="small" icon={<CopyIcon />} onClick={() => void copy()}>
                Copiar
              </Button>
            </div>
          </div>
        </li>
        <li>
          <h3 id="totp-code-label">Digite o código que aparece</h3>
          <CodeInput
            id="totp-code"
            ref={input}
            ariaLabel="Código do aplicativo"
            value={code}
            invalid={problem !== ''}
            describedBy={problem === '' ? undefined : 'totp-problem'}
            onChange={(typed) => {
              setCode(typed);
              if (typed.length === DIGITS) void send(typed);
            }}
          />
          <div id="totp-problem" role="alert" className={styles.problem}>
            {problem}
          </div>
        </li>
        <li>
          <h3>Guarde os 10 códigos de reserva</h3>
          <span className={styles.quiet}>Aparecem uma vez, depois do código.</span>
        </li>
      </ol>
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancelar</Button>
        <Button variant="primary" busy={loading} onClick={() => void send(code)}>
          Ligar verificação
        </Button>
      </div>
    </>
  );
};

export default TotpSetup;
