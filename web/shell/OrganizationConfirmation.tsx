import { rememberTarget } from '#web/client/flash.ts';
import { keepForms } from '#web/client/keptForms.ts';
import { settlePassword } from '#web/client/reauthentication.ts';
import { findOrganizations, startAddress, type Organization } from '#web/security/login/loginApi.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { Button, Dialog } from '#web/ui/index.ts';
import { useEffect, useState } from 'react';
import styles from './PasswordDialog.module.css';

/** Leads to the provider, which asks for the login again, and back to the screen with what was typed there. */
const leaveFor = (organization: Organization, login: string): void => {
  keepForms();
  rememberTarget(window.location.pathname + window.location.search);
  window.location.assign(startAddress(organization, login, true));
};

const useOrganizations = (login: string) => {
  const [found, setFound] = useState<readonly Organization[] | { problem: string }>([]);
  useEffect(() => {
    void findOrganizations(login).then(setFound);
  }, [login]);
  return found;
};

/** Asks who logged in through an organization to log in there again, before a change of access. */
export const OrganizationConfirmation = () => {
  const { user } = useSession();
  const found = useOrganizations(user.login);
  return (
    <Dialog
      open
      onClose={() => settlePassword(false)}
      title="Confirme o seu acesso"
      actions={
        <>
          <Button onClick={() => settlePassword(false)}>Cancelar</Button>
          {'problem' in found
            ? null
            : found.map((organization) => (
                <Button key={organization.id} variant="primary" onClick={() => leaveFor(organization, user.login)}>
                  Entrar de novo por {organization.name}
                </Button>
              ))}
        </>
      }
    >
      <div className={styles.form}>
        <span>
          Quem muda acessos ou dados de pagamento confirma que é quem diz ser. Você entra de novo na página da sua
          organização, volta para esta tela com o que digitou e salva de novo.
        </span>
        {'problem' in found && <span role="alert">{found.problem}</span>}
      </div>
    </Dialog>
  );
};
