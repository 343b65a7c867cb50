import { MOST_ATTEMPTS } from '#domain/webhooks.ts';
import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { dayOf, timeOf, today } from '#web/ui/index.ts';
import type { Delivery, Webhook } from './model.ts';

/** "bi.ipe.example" of its address. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => URL.parse(url)?.host ?? url;

const PAUSED = {
  MANUAL: 'Pausado',
  EXHAUSTED: 'Pausado: um evento falhou por 3 dias',
  GONE: 'Pausado: o endereço respondeu 410, que não existe mais',
} as const;

export const stateOf = ({ state, pauseReason, failing }: Webhook) => {
  if (state === 'PAUSED') return { tone: 'neutral', text: 'Pausado', detail: PAUSED[pauseReason ?? 'MANUAL'] } as const;
  if (failing) return { tone: 'warning', text: 'Com falha', detail: 'A última tentativa falhou' } as const;
  return { tone: 'in', text: 'Ativo', detail: undefined } as const;
};

export const DELIVERY_STATES = {
  WAITING: { tone: 'warning', text: 'Aguardando' },
  DELIVERED: { tone: 'in', text: 'Entregue' },
  FAILED: { tone: 'out', text: 'Falhou' },
} as const;

const ERRORS = {
  NOT_FOUND: 'o nome não existe na internet',
  PRIVATE: 'o nome leva a uma rede interna',
  CONNECTION: 'sem conexão',
  CERTIFICATE: 'certificado que não vale',
  TIMEOUT: 'sem resposta em 10 s',
} as const;

const NAMES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

type Answer = Pick<Delivery, 'status' | 'error'>;

/** "ok", "Internal Server Error", "sem resposta em 10 s"; of an attempt that was made. */
export const answerText = ({ status, error }: Answer): string => {
  if (error) return ERRORS[error];
  if (status == null) return '';
  if (status >= 200 && status < 300) return 'ok';
  return status >= 300 && status < 400 ? 'redirecionamento, que não é seguido' : (NAMES[status] ?? '');
};

/** "11:18:40", with the day where it is another one. */
export const momentText = (instant: string): string => {
  const seconds = new Date(instant).getSeconds().toString().padStart(2, '0');
  const time = `${timeOf(instant)}:${seconds}`;
  const day = dayOf(instant);
  return day === today() ? time : `${formatDate(day)} ${time}`;
};

const MINUTE = 60_000;

/** "próxima em 3 min"; null where none is planned. */
export const nextText = ({ nextAttemptAt, attempts }: Delivery, now = Date.now()): string | null => {
  if (!nextAttemptAt) return null;
  const minutes = Math.round((Date.parse(nextAttemptAt) - now) / MINUTE);
  if (minutes < 1) return attempts === 0 ? 'na fila' : 'próxima em instantes';
  if (minutes < 60) return `próxima em ${minutes} min`;
  return `próxima em ${Math.round(minutes / 60)} h`;
};

/** "3ª de 10". */
export const attemptText = ({ attempts, state, test }: Delivery): string => {
  if (attempts === 0) return '';
  return state === 'DELIVERED' || test ? `${attempts}ª` : `${attempts}ª de ${MOST_ATTEMPTS}`;
};

/** "0,18 s". */
export const durationText = (milliseconds: number): string =>
  `${(milliseconds / 1000).toLocaleString('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 2 })} s`;

/** "installment.paid" and "+3", or all. */
export const eventsText = ({ events }: Pick<Webhook, 'events'>): { first: string; more: string | null } => {
  const [first, ...others] = events ?? [];
  if (first === undefined) return { first: 'todos', more: null };
  return { first, more: others.length > 0 ? `+${others.length}` : null };
};

/** "todas as obras", "Vila das Ipês", "3 obras". */
export const webhookPlaces = ({ places }: Pick<Webhook, 'places'>): string => {
  if (!places) return 'todas as obras';
  const [only, ...others] = places;
  if (!only) return 'nenhuma: foram excluídas';
  return others.length === 0 ? (only.buildingName ?? only.companyName) : counted(places.length, 'lugar', 'lugares');
};
