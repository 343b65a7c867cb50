import type { UserRowFragment } from '#web/generated/security.ts';
import { RegisterScreen } from '#web/register/RegisterScreen.tsx';
import { useSession } from '#web/session/sessionContext.ts';
import { Button, ConfirmDialog } from '#web/ui/index.ts';
import { useState } from 'react';
import { useAskAnonymisation } from '../privacy/useAskAnonymisation.ts';
import { TemplatesDialog } from './TemplatesDialog.tsx';
import { useInvitations } from './useInvitations.ts';
import { users } from './users.tsx';

const REMOVE_FACTOR = 'Remover verificação em duas etapas';

/** `/home/forms/settings/user`: the users of the account and their permissions. */
const UsersScreen = () => {
  const { user } = useSession();
  const { inviteAgain, keepLogin, removeFactor } = useInvitations();
  const { request } = useAskAnonymisation();
  const [templates, setTemplates] = useState(false);
  const [nameless, setNameless] = useState<UserRowFragment | null>(null);
  const [unguarded, setUnguarded] = useState<UserRowFragment | null>(null);
  // Users cannot lock themselves out.
  const mayLeave = ({ id }: UserRowFragment) => id !== user.id;
  return (
    <>
      <RegisterScreen
        register={users}
        rights={{ mayLeave }}
        headActions={<Button onClick={() => setTemplates(true)}>Modelos de permissões</Button>}
        rowActions={(row) =>
          row.status === 'INVITED'
            ? [{ label: 'Reenviar convite', onClick: () => void inviteAgain(row) }]
            : mayLeave(row) && !row.service
              ? [
                  ...(row.secondFactor ? [{ label: REMOVE_FACTOR, onClick: () => setUnguarded(row) }] : []),
                  { label: 'Pedir anonimização', onClick: () => setNameless(row) },
                ]
              : []
        }
        actions={(row) => (
          <>
            {row.status === 'INVITED' && <Button onClick={() => void inviteAgain(row)}>Reenviar convite</Button>}
            {row.newLogin && <Button onClick={() => void keepLogin(row)}>Cancelar troca de login</Button>}
            {row.secondFactor && mayLeave(row) && <Button onClick={() => setUnguarded(row)}>{REMOVE_FACTOR}</Button>}
          </>
        )}
      />
      {templates && <TemplatesDialog onClose={() => setTemplates(false)} />}
      <ConfirmDialog
        open={unguarded !== null}
        danger
        title={`Remover a verificação em duas etapas de ${unguarded?.name ?? ''}?`}
        text="Aplicativo, chaves de acesso e códigos de reserva deixam de valer, e as sessões da pessoa terminam. Ela entra só com a senha e recebe um aviso por e-mail. Confira antes que é ela quem pede."
        confirm="Remover"
        onCancel={() => setUnguarded(null)}
        onConfirm={() => {
          if (unguarded) void removeFactor(unguarded);
          setUnguarded(null);
        }}
      />
      <ConfirmDialog
        open={nameless !== null}
        danger
        title={`Pedir a anonimização de ${nameless?.name ?? ''}?`}
        text="Quando outro administrador confirmar, o nome e o e-mail somem dos registros e a pessoa não entra mais. O que ela lançou fica. Não pode ser desfeito."
        confirm="Pedir"
        onCancel={() => setNameless(null)}
        onConfirm={() => {
          if (nameless) void request(nameless.id);
          setNameless(null);
        }}
      />
    </>
  );
};

export default UsersScreen;
