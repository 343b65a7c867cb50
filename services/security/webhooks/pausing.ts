import type { PauseReason } from '#domain/webhooks.ts';
import { postMessage } from '../../assistant/postMessage.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';

export const INTEGRATIONS_SCREEN = '/home/forms/settings/integrations';

const REASONS = {
  EXHAUSTED: 'um evento falhou por três dias',
  GONE: 'o endereço respondeu que não existe mais (410)',
} as const;

/** Pauses a webhook that cannot go on, and tells the administrators. */
export const pauseByItself = async (
  trx: Trx,
  work: Work<Outsider>,
  { webhookId, reason, at }: { webhookId: number; reason: Exclude<PauseReason, 'MANUAL'>; at: Date },
): Promise<void> => {
  const { accountId } = work.session;
  const paused = await trx
    .updateTable('webhooks')
    .set({ state: 'PAUSED', pause_reason: reason, paused_at: at })
    .where('account_id', '=', accountId)
    .where('id', '=', webhookId)
    .where('state', '=', 'ACTIVE')
    .returning('url')
    .executeTakeFirst();
  if (!paused) return;
  work.audit({ action: 'pause', entity: 'webhook', entityId: webhookId, details: { reason } });
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('account_id', '=', accountId)
    .where('admin', '=', true)
    .where('active', '=', true)
    .execute();
  const host = new URL(paused.url).host;
  await postMessage(trx, work, {
    userIds: admins.map(({ id }) => id),
    kind: 'WARNING',
    text: `O webhook de ${host} foi pausado: ${REASONS[reason]}. Corrija o sistema que recebe, reative o webhook e reenvie as falhas.`,
    link: INTEGRATIONS_SCREEN,
  });
};
