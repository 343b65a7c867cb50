import { errorCode } from '#web/client/errors.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { passkeysWork } from '#web/client/passkeysWork.ts';
import { useIsPasswordRequested } from '#web/client/reauthentication.ts';
import { useStartTotpMutation } from '#web/generated/security.ts';
import { RecoveryCodes } from '#web/security/account/RecoveryCodes.tsx';
import type { TotpKey } from '#web/security/account/TotpSetup.tsx';
import { PublicCard } from '#web/public/PublicCard.tsx';
import { useMakePasskey } from '#web/security/account/useMakePasskey.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { PasskeyIcon, PhoneIcon } from '#web/ui/icons.ts';
import { lazy, Suspense, useState } from 'react';
import styles from './SetUpFactor.module.css';
import { useLogout } from './UserMenu.tsx';

const TotpSetup = lazy(() => import('#web/security/account/TotpSetup.tsx'));
const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'));

interface SetUpFactorProps {
  login: string;
  /** A second factor is there: reads the session again, which goes on. */
  onDone: () => void;
}

type Step = { totp: TotpKey } | { codes: readonly string[] } | null;

const textOf = (step: Step): string => {
  if (step === null) return 'A sua conta a pede de quem entra com senha. Escolha como confirmar os próximos logins.';
  return 'totp' in step ? 'Três passos, com o celular à mão.' : 'Está ligada. Falta guardar os códigos de reserva.';
};

/** The only screen of a user whose account demands a second factor that is not there yet. */
const SetUpFactor = ({ login, onDone }: SetUpFactorProps) => {
  const [step, setStep] = useState<Step>(null);
  const [start, starting] = useStartTotpMutation({ context: { quiet: true } });
  const { make, busy } = useMakePasskey();
  const requested = useIsPasswordRequested();
  const logout = useLogout();

  const show = (codes: readonly string[]) => (codes.length > 0 ? setStep({ codes }) : onDone());
  const begin = () =>
    void start().then(
      ({ data }) => data && setStep({ totp: data.startTotp }),
      (error: unknown) => errorCode(error) !== 'REAUTHENTICATION_REQUIRED' && notifyFailure(error),
    );
  const add = async () => {
    const codes = await make();
    if (codes) show(codes);
  };

  return (
    <PublicCard
      title="Ligue a verificação em duas etapas"
      text={textOf(step)}
      header={<Button onClick={() => void logout()}>Sair</Button>}
    >
      {step === null && (
        <div className={styles.ways}>
          {passkeysWork() && (
            <Button variant="primary" icon={<PasskeyIcon />} busy={busy} onClick={() => void add()}>
              Criar chave de acesso
            </Button>
          )}
          <Button icon={<PhoneIcon />} busy={starting.loading} onClick={begin}>
            Usar aplicativo autenticador
          </Button>
        </div>
      )}
      {step && 'totp' in step && (
        <Suspense fallback={<Skeleton rows={4} />}>
          <TotpSetup totp={step.totp} onCancel={() => setStep(null)} onDone={show} />
        </Suspense>
      )}
      {step && 'codes' in step && <RecoveryCodes codes={step.codes} onDone={onDone} />}
      <Suspense>{requested && <PasswordDialog login={login} bySso={false} />}</Suspense>
    </PublicCard>
  );
};

export default SetUpFactor;
