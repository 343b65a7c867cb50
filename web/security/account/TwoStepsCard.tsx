import { errorCode } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useRenewRecoveryCodesMutation, useStartTotpMutation, type OwnProfileQuery } from '#web/generated/security.ts';
import { Button, Card, Skeleton, StatusPill } from '#web/ui/index.ts';
import { today } from '#web/ui/clock.ts';
import { formatDate } from '#domain/dates.ts';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import styles from './account.module.css';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { RemoveTotpDialog } from './RemoveTotpDialog.tsx';
import type { TotpKey } from './TotpSetup.tsx';

/** Drawing the QR code is loaded with the first one that is shown. */
const TotpSetup = lazy(() => import('./TotpSetup.tsx'));

export interface TwoStepsCardProps {
  profile: NonNullable<OwnProfileQuery['ownProfile']>;
  onChange: () => Promise<unknown>;
}

const OFF =
  'Além da senha, o login passa a pedir um código de um aplicativo do seu celular. Quem descobrir a senha não entra.';

const leftText = (count: number): string => {
  if (count === 0) return 'Não há códigos de reserva: gere outros antes de trocar de celular.';
  return count === 1 ? 'Resta 1 código de reserva.' : `Restam ${count} códigos de reserva.`;
};

/** Since when, or from when on, the account demands it. */
const demandText = ({ secondFactorFrom: from }: TwoStepsCardProps['profile']): string => {
  if (from === null) return '';
  return from > today() ? ` A sua conta passa a pedi-la em ${formatDate(from)}.` : ' A sua conta a pede de todos.';
};

/** Verification in two steps: its state, its setup, its recovery codes. */
export const TwoStepsCard = ({ profile, onChange }: TwoStepsCardProps) => {
  const [totp, setTotp] = useState<TotpKey | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [removing, setRemoving] = useState(false);
  const [start, starting] = useStartTotpMutation();
  const [renew, renewing] = useRenewRecoveryCodesMutation();

  /** A question for the password that was cancelled is no failure. */
  const failed = (error: unknown) => errorCode(error) !== 'REAUTHENTICATION_REQUIRED' && notifyFailure(error);
  const begin = () => void start().then(({ data }) => data && setTotp(data.startTotp), failed);
  const replace = () =>
    void renew().then(({ data }) => data && setCodes(data.renewRecoveryCodes.recoveryCodes), failed);

  const on = profile.totp || profile.passkeys > 0;
  const pill = (): ReactNode => {
    if (on && !totp) return <StatusPill tone="in">Ligada</StatusPill>;
    return totp ? (
      <StatusPill tone="warning">Falta confirmar</StatusPill>
    ) : (
      <StatusPill tone="neutral">Desligada</StatusPill>
    );
  };

  const content = (): ReactNode => {
    if (codes) {
      return <RecoveryCodes codes={codes} onDone={() => void onChange().then(() => setCodes(null))} />;
    }
    if (totp && !profile.totp) {
      return (
        <Suspense fallback={<Skeleton rows={4} />}>
          <TotpSetup
            totp={totp}
            onCancel={() => setTotp(null)}
            onDone={(made) => {
              setTotp(null);
              // Who has a passkey has codes.
              setCodes(made.length > 0 ? made : null);
              notifySuccess('Verificação em duas etapas ligada');
              void onChange();
            }}
          />
        </Suspense>
      );
    }
    if (!profile.totp) {
      return (
        <>
          <p className={styles.text}>
            {on ? `O login pede a chave de acesso depois da senha. ${leftText(profile.recoveryCodes)}` : OFF}
            {demandText(profile)}
          </p>
          <div className={styles.buttons}>
            {on && (
              <Button busy={renewing.loading} onClick={replace}>
                Gerar outros códigos
              </Button>
            )}
            <Button variant={on ? 'secondary' : 'primary'} busy={starting.loading} onClick={begin}>
              {on ? 'Ligar também o aplicativo' : 'Ligar verificação'}
            </Button>
          </div>
        </>
      );
    }
    return (
      <>
        <p className={styles.text}>
          {profile.passkeys > 0
            ? 'O login pede o código do aplicativo ou a chave de acesso.'
            : 'O login pede o código do aplicativo.'}{' '}
          {leftText(profile.recoveryCodes)}
          {demandText(profile)}
        </p>
        <div className={styles.buttons}>
          <Button busy={renewing.loading} onClick={replace}>
            Gerar outros códigos
          </Button>
          <Button onClick={() => setRemoving(true)}>Desligar</Button>
        </div>
      </>
    );
  };

  return (
    <Card title="Verificação em duas etapas" actions={pill()}>
      {content()}
      {removing && (
        <RemoveTotpDialog
          login={profile.login}
          withPasskeys={profile.passkeys > 0}
          onClose={() => setRemoving(false)}
          onDone={() => {
            setRemoving(false);
            notifySuccess(profile.passkeys > 0 ? 'Aplicativo desligado' : 'Verificação em duas etapas desligada');
            void onChange();
          }}
        />
      )}
    </Card>
  );
};
