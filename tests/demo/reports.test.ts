import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Letter } from '#services/platform/mail.ts';
import { ScheduleWorker } from '#services/platform/reports/schedules/worker.ts';
import { startReports, type ReportsKit } from '../reports/kit.ts';

let kit: ReportsKit;
const sent: Letter[] = [];

beforeAll(async () => {
  const mail = { send: async (letter: Letter) => void sent.push(letter), close: () => undefined };
  kit = await startReports({ mail }, { keepsReports: true });
});
afterAll(() => kit.services.stop());

const list = async (path: string, as: keyof ReportsKit['tokens']) => {
  const { status, body } = await kit.services.api.get(`${kit.base}/${path}`, { token: kit.tokens[as] });
  expect(status).toBe(200);
  return body.data.content;
};

describe('The reports of the demo company', () => {
  test('have favourites of the administrator alone', async () => {
    const favourites = async (as: keyof ReportsKit['tokens']) =>
      (await list('catalogue', as)).flatMap(({ title, favourite }: { title: string; favourite: boolean }) =>
        favourite ? [title] : [],
      );
    expect((await favourites('admin')).sort()).toEqual(['Demonstrativo de resultado', 'Despesas por obra e etapa']);
    expect(await favourites('financeiro')).toEqual([]);
  });

  test('are saved, one for everybody, and each opens with rows', async () => {
    const names = async (as: keyof ReportsKit['tokens']) =>
      (await list('saved-reports', as)).map(({ name }: { name: string }) => name);
    expect(await names('admin')).toEqual(['Contas a pagar por fornecedor', 'Gasto por categoria, o que foi pago']);
    expect(await names('financeiro')).toEqual(['Contas a pagar por fornecedor']);
    expect(await names('engenheiro')).toEqual([]);
    for (const { report, parameters } of await list('saved-reports', 'admin')) {
      const query = parameters as Record<string, string>;
      const { status, body } = await kit.services.api.get(`${kit.base}/reports/${report}`, {
        token: kit.tokens.admin,
        query,
      });
      expect([report, status, body.data.count > 0]).toEqual([report, 200, true]);
    }
  });

  test('have one by mail, to who pays, which is off and can be turned on', async () => {
    const [only, ...others] = await list('report-schedules', 'admin');
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      ...{ title: 'Contas a pagar', rhythm: 'MONTHLY', monthDay: 1, time: '07:00', period: 'CURRENT_MONTH' },
      ...{ active: false, nextAt: null, own: true, recipients: [{ name: 'Renato Vasques' }] },
      pausedReason: 'Desligado na demonstração: ligue para que ele seja enviado.',
    });
    expect(await list('report-schedules', 'financeiro')).toMatchObject([{ id: only.id, own: false, receives: true }]);
    const { status, body } = await kit.services.api.put(`${kit.base}/report-schedules/${only.id}/active`, {
      ...{ token: kit.tokens.admin, body: { active: true } },
    });
    expect([status, body.data.nextAt, body.data.pausedReason]).toEqual([200, '2026-12-01T10:00:00.000Z', null]);
  });

  test('send no mail by themselves, however long the demonstration stands', async () => {
    await kit.services.seed.sql('update report_schedules set active = false, next_at = null');
    kit.services.clock.set('2028-01-01T10:00:00.000Z');
    const worker = new ScheduleWorker(kit.services.app.platform, {
      ...{ tell: async () => undefined, titleOf: (report: string) => report },
      log: (error) => {
        throw error;
      },
    });
    await worker.run();
    expect(await kit.value('select count(*) as value from report_schedule_runs')).toBe('0');
    expect(sent).toEqual([]);
  });
});
