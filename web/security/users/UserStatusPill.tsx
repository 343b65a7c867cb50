import type { UserRowFragment } from '#web/generated/security.ts';
import { StatusPill } from '#web/ui/index.ts';

/** Where the person stands: invited, in, or out; and whether the invitation got there. */
export const UserStatusPill = ({ user }: { user: Pick<UserRowFragment, 'status' | 'invitation'> }) => {
  if (user.status === 'INACTIVE') return <StatusPill tone="neutral">Inativo</StatusPill>;
  if (user.status === 'ACTIVE') return <StatusPill tone="in">Ativo</StatusPill>;
  if (user.invitation?.state === 'FAILED') return <StatusPill tone="out">Convite não entregue</StatusPill>;
  return (
    <StatusPill tone="info" forecast>
      Convidado
    </StatusPill>
  );
};
