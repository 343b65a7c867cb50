import type { UserRowFragment } from '#web/generated/security.ts';
import { StatusPill } from '#web/ui/index.ts';

type State = Pick<UserRowFragment, 'status' | 'invitation'>;

const undelivered = ({ status, invitation }: State) => status === 'INVITED' && invitation?.state === 'FAILED';
const texts = { ACTIVE: 'Ativo', INVITED: 'Convidado', INACTIVE: 'Inativo' } as const;
const tones = { ACTIVE: 'in', INVITED: 'info', INACTIVE: 'neutral' } as const;

/** Returns the state of a user: invited, active or inactive, or that the invitation was not delivered. */
export const statusText = (user: State): string => (undelivered(user) ? 'Convite não entregue' : texts[user.status]);

/** "Conta de serviço", in the place of an e-mail. */
export const ServiceMark = () => <StatusPill tone="violet">Conta de serviço</StatusPill>;

export const UserStatusPill = ({ user }: { user: State }) => (
  <StatusPill
    tone={undelivered(user) ? 'out' : tones[user.status]}
    forecast={user.status === 'INVITED' && !undelivered(user)}
  >
    {statusText(user)}
  </StatusPill>
);
