import { ProofDialog } from '#web/form/ProofDialog.tsx';
import { useRemoveTotpMutation } from '#web/generated/security.ts';

export interface RemoveTotpDialogProps {
  login: string;
  /** Passkeys stay, and with them the second step. */
  withPasskeys: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Turning the app off asks the password. */
export const RemoveTotpDialog = ({ login, withPasskeys, onClose, onDone }: RemoveTotpDialogProps) => {
  const [remove] = useRemoveTotpMutation({ context: { quiet: true } });
  return (
    <ProofDialog
      title={withPasskeys ? 'Desligar o aplicativo?' : 'Desligar a verificação em duas etapas?'}
      text={
        withPasskeys
          ? 'O login passa a pedir a chave de acesso depois da senha. Os códigos de reserva continuam valendo.'
          : 'O login volta a pedir só a senha, e os códigos de reserva deixam de valer.'
      }
      confirm="Desligar"
      danger
      login={login}
      ways={['password']}
      onProof={async (_way, password) => {
        await remove({ variables: { password } });
        onDone();
      }}
      onClose={onClose}
    />
  );
};
