/** Schedules of reports of the demo company, whose mails go to the test. */
import type { Letter } from '#services/platform/mail.ts';
import { ScheduleWorker } from '#services/platform/reports/schedules/worker.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startReports, type ReportsKit } from './kit.ts';

export interface Body {
  report: string;
  parameters: object;
  rhythm: string;
  weekday?: number | null;
  monthDay?: number | null;
  time: string;
  period?: string | null;
  formats: string[];
  empty: string;
  userIds: number[];
  addresses: string[];
}

export interface SchedulesKit extends ReportsKit {
  accountId: number;
  /** Letters in the order in which they were handed over. */
  sent: Letter[];
  /** Called with each letter, which is taken unless it throws. */
  post: { receive: (letter: Letter) => void | Promise<void> };
  worker(): ScheduleWorker;
  ids: Record<'admin' | 'financeiro' | 'pagador' | 'comprador', number>;
  user(name: string, grants: { buildingId: number | null; permissions: ('DEBIT' | 'CREDIT')[] }[]): Promise<TestUser>;
  create(body: Partial<Body>, token?: string): Promise<number>;
  /** Moves the clock, looks once, and waits until nothing is sent any more. */
  lookAt(instant: string): Promise<void>;
  settled(): Promise<void>;
  // Answers on which tests assert.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  runs(id: number, token?: string): Promise<any[]>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  schedule(id: number, token?: string): Promise<any>;
  /** Last message of the assistant to a user. */
  told(userId: number): Promise<string>;
}

export const BODY: Body = {
  report: 'bills-paid',
  parameters: {},
  ...{ rhythm: 'WEEKLY', weekday: 1, time: '07:00', period: 'PREVIOUS_MONTH' },
  ...{ formats: ['CSV'], empty: 'SEND', userIds: [], addresses: [] },
};

export const startSchedules = async (): Promise<SchedulesKit> => {
  const sent: Letter[] = [];
  const post: SchedulesKit['post'] = { receive: () => undefined };
  const mail = {
    send: async (letter: Letter) => {
      await post.receive(letter);
      sent.push(letter);
    },
    close: () => undefined,
  };
  const kit = await startReports({ mail });
  const { services, base, tokens, value } = kit;
  const { seed, api, app, clock } = services;
  const idOf = async (name: string) =>
    Number(await value('select id as value from users where login = $1', [`${name}@demo.prumo`]));
  const accountId = Number(await value('select account_id as value from companies limit 1'));
  // The clock is moved by weeks.
  await seed.sql(`update access_tokens set expires_at = '2030-01-01'`);
  const tell = async () => undefined;
  const worker = () =>
    new ScheduleWorker(app.platform, {
      ...{ tell, titleOf: (report: string) => report },
      log: (error) => {
        throw error;
      },
    });
  const settled = () =>
    eventually(async () =>
      value(
        `select count(*) as value from jobs where kind in ('REPORT_SENDING', 'REPORT') and state in ('QUEUED', 'RUNNING')`,
      ),
    ).toBe('0');
  const kitWorker = worker();
  return {
    ...kit,
    ...{ accountId, sent, post, worker, settled },
    ids: {
      ...{ admin: await idOf('admin'), financeiro: await idOf('financeiro') },
      ...{ pagador: await idOf('pagador'), comprador: await idOf('comprador') },
    },
    user: async (name, grants) => {
      const user = await seed.user(accountId, { name });
      for (const grant of grants) await seed.grant(user, { companyId: kit.companyId, ...grant });
      return user;
    },
    create: async (body, token = tokens.admin) => {
      const answer = await api.post(`${base}/report-schedules`, { token, body: { ...BODY, ...body } });
      if (answer.status !== 200) throw new Error(answer.text);
      return answer.body.data.id as number;
    },
    lookAt: async (instant) => {
      clock.set(instant);
      await kitWorker.run();
      await settled();
    },
    runs: async (id, token = tokens.admin) =>
      (await api.get(`${base}/report-schedules/${id}/runs`, { token })).body.data.content,
    schedule: async (id, token = tokens.admin) =>
      (await api.get(`${base}/report-schedules`, { token })).body.data.content.find(
        (one: { id: number }) => one.id === id,
      ),
    told: (userId) =>
      value('select message_text(m) as value from assistant_messages m where user_id = $1 order by id desc limit 1', [
        userId,
      ]),
  };
};
