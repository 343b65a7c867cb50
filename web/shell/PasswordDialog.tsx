import { settlePassword } from '#web/client/reauthentication.ts';
import { signWithPasskey } from '#web/client/passkeys.ts';
import { passkeysWork } from '#web/client/passkeysWork.ts';
import { ProofDialog, type ProofWay } from '#web/form/ProofDialog.tsx';
import {
  useProofWaysQuery,
  useReauthenticateMutation,
  useStartOwnPasskeyConfirmationMutation,
} from '#web/generated/session.ts';
import { OrganizationConfirmation } from './OrganizationConfirmation.tsx';

/** Asks for the password again, or for what the user has instead; the refused operation is then retried. */
const Proof = ({ login }: { login: string }) => {
  const { data, error } = useProofWaysQuery({ fetchPolicy: 'cache-and-network', context: { quiet: true } });
  const [reauthenticate] = useReauthenticateMutation({ context: { quiet: true } });
  const [start] = useStartOwnPasskeyConfirmationMutation({ context: { quiet: true } });
  const profile = data?.ownProfile;
  // Opens once it is known what the user has; the password will do where that cannot be read.
  if (!profile && !error) return null;

  const ways: ProofWay[] = ['password'];
  if (profile?.totp) ways.push('otp');
  if (profile && profile.passkeys > 0 && passkeysWork()) ways.push('passkey');

  const prove = async (way: ProofWay, typed: string) => {
    if (way === 'passkey') {
      const asked = (await start()).data?.startOwnPasskeyConfirmation;
      if (asked) await reauthenticate({ variables: { assertion: await signWithPasskey(asked) } });
    } else {
      await reauthenticate({ variables: { [way]: typed } });
    }
    settlePassword(true);
  };

  return (
    <ProofDialog
      title="Confirme a sua senha"
      text="Quem muda acessos ou dados de pagamento confirma que é quem diz ser. A confirmação vale aqui por 15 minutos."
      confirm="Confirmar"
      login={login}
      ways={ways}
      onProof={prove}
      onClose={() => settlePassword(false)}
    />
  );
};

/** Who logged in through an organization confirms it there. */
const PasswordDialog = ({ login, bySso }: { login: string; bySso: boolean }) =>
  bySso ? <OrganizationConfirmation /> : <Proof login={login} />;

export default PasswordDialog;
