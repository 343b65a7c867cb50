import { NO_COMPANY_AVAILABLE } from '#domain/messages.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { currentUser } from '#web/client/token.ts';
import { useLogout } from './UserMenu.tsx';

/** Screen for a user without any company (§5): explains what to do, with retry and logout. */
export const NoCompanyScreen = ({ onRetry }: { onRetry: () => void }) => {
  const logout = useLogout();
  return (
    <main>
      <EmptyState
        level={1}
        title={NO_COMPANY_AVAILABLE}
        text={
          <>
            Você entrou como {currentUser()}, mas ainda não tem permissão em nenhuma empresa. Peça a quem administra a
            conta que marque as suas permissões em Configurações, Usuários, e tente novamente.
          </>
        }
        action={
          <>
            <Button variant="primary" onClick={onRetry}>
              Tentar novamente
            </Button>{' '}
            <Button onClick={() => void logout()}>Sair</Button>
          </>
        }
      />
    </main>
  );
};
