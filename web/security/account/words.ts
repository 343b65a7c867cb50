import { instantText } from '#web/ui/index.ts';
import type { AccessKind, OwnSessionsQuery } from '#web/generated/security.ts';

type Session = NonNullable<OwnSessionsQuery['ownSessions']>[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** "agora", "há 38 min", "há 2 h"; the day after that. */
export const agoText = (instant: string, now: number): string => {
  const passed = now - Date.parse(instant);
  if (passed < 2 * MINUTE) return 'agora';
  if (passed < HOUR) return `há ${Math.floor(passed / MINUTE)} min`;
  if (passed < 24 * HOUR) return `há ${Math.floor(passed / HOUR)} h`;
  return instantText(instant);
};

const METHODS = { PASSWORD: 'senha', PASSKEY: 'chave de acesso', SSO: 'acesso único' } as const;

/** "177.92.14.33", "10.0.0.7 (rede local)". */
export const addressText = ({ address, local }: Pick<Session, 'address' | 'local'>): string => {
  if (!address) return 'endereço desconhecido';
  return local ? `${address} (rede local)` : address;
};

/** "177.92.14.33 · senha". */
export const originText = (session: Pick<Session, 'address' | 'local' | 'method' | 'provider'>): string =>
  [addressText(session), session.provider ?? (session.method ? METHODS[session.method] : null)]
    .filter((part) => part !== null)
    .join(' · ');

const times = (count: number): string => (count > 1 ? ` ${count} vezes` : '');

export const accessText = (kind: AccessKind, count: number): string =>
  ({
    LOGIN: 'Entrou',
    LOGOUT: 'Saiu',
    PASSWORD_REFUSED: `Senha recusada${times(count)}`,
    CODE_REFUSED: `Código recusado${times(count)}`,
    SESSION_ENDED: 'Sessão encerrada por você',
    PASSWORD_CHANGED: 'Senha trocada',
    TOTP_ON: 'Verificação ligada',
    TOTP_OFF: 'Verificação desligada',
    RECOVERY_CODES: 'Códigos de reserva trocados',
    PASSKEY_ADDED: 'Chave de acesso criada',
    PASSKEY_REMOVED: 'Chave de acesso removida',
    PASSKEY_REFUSED: `Chave de acesso recusada${times(count)}`,
    FACTORS_RESET: 'Verificação removida pela administração',
  })[kind];

export const isRefusal = (kind: AccessKind): boolean => kind.endsWith('_REFUSED');

/** Time zones of Brazil; another one that the user has is offered besides. */
export const ZONES: readonly (readonly [string, string])[] = [
  ['America/Noronha', 'Fernando de Noronha (−02:00)'],
  ['America/Sao_Paulo', 'Brasília e São Paulo (−03:00)'],
  ['America/Manaus', 'Manaus e Cuiabá (−04:00)'],
  ['America/Rio_Branco', 'Rio Branco (−05:00)'],
];
