import { formatDate, formatMoment } from '#domain/dates.ts';
import { DISPATCHES, dispatchOf, type DispatchStanding } from '#domain/lists/orders.ts';
import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import type { Tone } from '#web/ui/StatusPill.tsx';

export type Dispatch = NonNullable<OrderDetailsFragment['dispatch']>;

const at = (moment: string): string => formatMoment(new Date(moment));

const TONES: Readonly<Record<keyof typeof DISPATCHES, Tone>> = {
  OUTDATED: 'warning',
  CONFIRMED: 'in',
  PROPOSED: 'warning',
  REVOKED: 'neutral',
  UNDELIVERED: 'out',
  KEPT: 'info',
  OPENED: 'info',
  SENT: 'neutral',
};

/** Word and colour of where an order is on its way. */
export const pillOf = (standing: DispatchStanding): { label: string; tone: Tone } => {
  const key = dispatchOf(standing);
  return { label: DISPATCHES[key], tone: TONES[key] };
};

const sentText = ({ sentAt, email, mail }: Dispatch): string => {
  if (email === null) return `Link copiado em ${at(sentAt)}.`;
  if (mail === 'FAILED') return `O e-mail de ${at(sentAt)} não chegou a ${email}: confira o endereço.`;
  return `${mail === 'WAITING' ? 'A caminho de' : `Enviado em ${at(sentAt)} para`} ${email}.`;
};

const answerText = ({ state, answer }: Dispatch): string | null => {
  if (!answer) return null;
  const date = answer.date === null ? '' : formatDate(answer.date);
  const when = `em ${at(answer.at)}`;
  if (answer.decision === 'ACCEPTED') return `Você aceitou a data proposta, ${date}.`;
  if (state === 'CONFIRMED') {
    const own = answer.supplierDocument === null ? '' : ` O número dele é ${answer.supplierDocument}.`;
    return `Confirmado ${when}${date && ` com entrega em ${date}`}.${own}`;
  }
  return state === 'KEPT' ? `Você não aceitou ${date}, e a data ficou.` : `Propôs ${when} entregar em ${date}.`;
};

const changedText = ({ changedAt, answer }: Dispatch): string | null => {
  if (changedAt === null || (answer && !answer.outdated)) return null;
  return answer
    ? `O pedido mudou em ${at(changedAt)}, depois da resposta: envie de novo.`
    : `O pedido mudou em ${at(changedAt)}: o fornecedor vê a versão nova ao abrir o link.`;
};

/** What happened, the latest first to be said. */
export const linesOf = (dispatch: Dispatch): string[] => {
  const { openedAt, answer } = dispatch;
  const opened = openedAt !== null && !answer ? `Aberto em ${at(openedAt)}.` : null;
  return [answerText(dispatch), changedText(dispatch), [sentText(dispatch), opened].filter(Boolean).join(' ')].filter(
    (text): text is string => text !== null,
  );
};
