import type { FastifyInstance } from 'fastify';
import { nextDigest } from '#domain/assistant/digest.ts';
import { SWITCHABLE, type SwitchableEvent } from '#domain/assistant/events.ts';
import {
  preferenceEndpoints,
  type AssistantPreferences,
  type PreferencesBody,
} from '#schema/assistant/preferences.rest.ts';
import { implement } from '../platform/http/route.ts';
import { Problems } from '../platform/problems.ts';
import type { Session } from '../platform/session.ts';
import type { Trx, Work } from '../platform/db/unitOfWork.ts';

const rowOf = (trx: Trx, { accountId, userId }: Session) =>
  trx
    .selectFrom('assistant_preferences')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
type Row = Awaited<ReturnType<typeof rowOf>>;

const answerOf = (row: Row, { timeZone }: Session): AssistantPreferences => ({
  events: SWITCHABLE.map((event) => ({
    event,
    panel: !row?.muted.includes(event),
    digest: !row?.undigested.includes(event),
  })),
  quietFrom: row?.quiet_from ?? null,
  quietTo: row?.quiet_to ?? null,
  quietWeekends: row?.quiet_weekends ?? false,
  digestHour: row?.digest_hour ?? null,
  timeZone,
});

/** Checks what the shape of the body does not. @throws ServiceError 422 with all problems at their paths */
const check = ({ events = [], quietFrom, quietTo }: PreferencesBody): void => {
  const problems = new Problems();
  const seen = new Set<SwitchableEvent>();
  events.forEach(({ event }, index) => {
    if (seen.has(event)) problems.rule(`events.${index}.event`, 'Este tipo de aviso já está na lista.');
    seen.add(event);
  });
  if (quietFrom !== null && quietTo === null) problems.rule('quietTo', 'Informe até que horas.');
  if (quietFrom === null && quietTo !== null) problems.rule('quietFrom', 'Informe a partir de que horas.');
  if (quietFrom !== null && quietFrom === quietTo) problems.rule('quietTo', 'Informe outra hora para o fim.');
  problems.refuse();
};

/** Kinds that are switched off, by the body where it names them, else as before. */
const switchedOff = (
  before: readonly SwitchableEvent[],
  events: PreferencesBody['events'],
  which: 'panel' | 'digest',
): SwitchableEvent[] => {
  const on = new Map(events?.map((one) => [one.event, one[which]]));
  return SWITCHABLE.filter((event) => !(on.get(event) ?? !before.includes(event)));
};

const save = async (trx: Trx, work: Work, session: Session, body: PreferencesBody): Promise<AssistantPreferences> => {
  check(body);
  const { events, quietFrom, quietTo, quietWeekends, digestHour } = body;
  const before = await rowOf(trx, session);
  const sameHour = before?.digest_hour === digestHour && before.digest_next_at !== null;
  const next = digestHour === null ? null : nextDigest(work.clock.now(), digestHour, session.timeZone);
  const values = {
    muted: switchedOff(before?.muted ?? [], events, 'panel'),
    undigested: switchedOff(before?.undigested ?? [], events, 'digest'),
    quiet_from: quietFrom,
    quiet_to: quietTo,
    quiet_weekends: quietWeekends,
    digest_hour: digestHour,
    // A letter that is due stays due.
    ...(sameHour ? {} : { digest_next_at: next, digest_lease: null }),
  };
  await trx
    .insertInto('assistant_preferences')
    .values({ account_id: session.accountId, user_id: session.userId, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doUpdateSet(values))
    .execute();
  return answerOf(await rowOf(trx, session), session);
};

/** Registers what a user wants to be told by the assistant (docs/decisions/0089). */
export const assistantPreferences = async (app: FastifyInstance): Promise<void> => {
  implement(app, preferenceEndpoints.get, ({ session, read }) =>
    read(async (trx) => answerOf(await rowOf(trx, session), session)),
  );
  implement(app, preferenceEndpoints.save, ({ session, body, write }) =>
    write((trx, work) => save(trx, work, session, body)),
  );
};
