import type { UserRowFragment } from '#web/generated/security.ts';
import { StatusPill } from '#web/ui/index.ts';

type State = Pick<UserRowFragment, 'status' | 'invitation' | 'service' | 'responsible'>;

const undelivered = ({ status, invitation }: State) => status === 'INVITED' && invitation?.state === 'FAILED';
/** Nobody answers for a service account, whose tokens end. */
const unattended = ({ status, service, responsible }: State) => status === 'ACTIVE' && service && !responsible;
const texts = { ACTIVE: 'Ativo', INVITED: 'Convidado', INACTIVE: 'Inativo' } as const;
const tones = { ACTIVE: 'in', INVITED: 'info', INACTIVE: 'neutral' } as const;

/** Returns the state of a user: invited, active or inactive, or what somebody has to see to. */
export const statusText = (user: State): string => {
  if (undelivered(user)) return 'Convite não entregue';
  return unattended(user) ? 'Sem responsável' : texts[user.status];
};

const toneOf = (user: State) => {
  if (undelivered(user)) return 'out';
  return unattended(user) ? 'warning' : tones[user.status];
};

/** "Conta de serviço", in the place of an e-mail. */
export const ServiceMark = () => <StatusPill tone="violet">Conta de serviço</StatusPill>;

export const UserStatusPill = ({ user }: { user: State }) => (
  <StatusPill tone={toneOf(user)} forecast={user.status === 'INVITED' && !undelivered(user)}>
    {statusText(user)}
  </StatusPill>
);
