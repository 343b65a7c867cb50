import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOffice, type Office } from '#tests/financial/officeKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import type { Month } from '#tests/support/sinapi/model.ts';
import { workbookOf } from '#tests/support/sinapi/workbook.ts';
import { countAll, edited, IMPORTS, importsOf, sent, smallMonth } from './importKit.ts';

let services: TestServices;
const open = async (): Promise<{ office: Office; calls: ReturnType<typeof importsOf> }> => {
  const office = await openOffice(services.seed);
  return { office, calls: importsOf(services, office.admin) };
};

beforeAll(async () => {
  services = await startServices();
});
afterAll(() => services.stop());

const month = smallMonth();
const GO_AC = { states: ['AC', 'GO'], regimes: ['SD', 'CD'] };

describe('A file that cannot be imported ends the job with one sentence', () => {
  test.each<[string, () => Buffer, RegExp]>([
    ['another kind of file', () => Buffer.from('Código;Preço'), /^O arquivo não é uma planilha XLSX\./],
    ['without a sheet', () => workbookOf(month, { renamed: { CSE: null } }), /^A planilha não tem a aba "CSE"/],
    [
      'with a sheet that lacks a state',
      () => workbookOf(month, edited('CSD', /<c r="E9".*?<\/c>/, '')),
      /^A aba "CSD" não tem o formato do SINAPI: falta a coluna de AC/,
    ],
  ])('%s', async (_name, content, sentence) => {
    const { office, calls } = await open();
    const { body } = await calls.start(content());
    const failed = await calls.until(body.data.id, 'FAILED', 'WAITING');
    expect([failed.state, failed.message]).toEqual(['FAILED', expect.stringMatching(sentence)]);
    expect(await services.seed.sql('select from job_files where account_id = $1', [office.accountId])).toEqual([]);
  });

  test.each<[string, Month, RegExp]>([
    [
      'whose prices are its codes',
      {
        ...month,
        inputs: month.inputs.map((one) => ({
          ...one,
          prices: one.prices.map((row) => row.map(() => BigInt(one.code) * 100n)),
        })),
      },
      /^Arquivo suspeito: na aba "ISD", 40 de 40 linhas têm o preço igual ao código\./,
    ],
    [
      'most of whose prices are blank',
      {
        ...month,
        inputs: month.inputs.map((one, index) => ({
          ...one,
          prices: one.prices.map((row) => row.map((price) => (index < 30 ? null : price))),
        })),
      },
      /^Arquivo suspeito: na aba "ISD", 30 de 40 preços estão em branco\./,
    ],
  ])('%s', async (_name, suspicious, sentence) => {
    const { office, calls } = await open();
    const failed = await calls.bring(workbookOf(suspicious), { states: ['SP'], regimes: ['SD'] });
    expect([failed.state, failed.message]).toEqual(['FAILED', expect.stringMatching(sentence)]);
    expect(await countAll(services, office.accountId)).toMatchObject({ products: 0, tasks: 0 });
  });
});

describe('An import', () => {
  test('refuses what it did not ask, each at its field', async () => {
    const { calls } = await open();
    const { body } = await calls.start(workbookOf(month));
    const { id } = body.data;
    await calls.until(id, 'WAITING');
    const said = async (answer: object) => {
      const { status, body: refused } = await calls.answer(id, answer);
      return [status, refused.fields];
    };
    expect(await said({ states: ['XX'], regimes: ['SD'] })).toEqual([
      422,
      [{ path: 'states.0', message: 'A planilha não tem o estado XX.' }],
    ]);
    expect(await said({ regimes: ['SD'], withoutRejected: true })).toEqual([
      422,
      [
        { path: 'withoutRejected', message: 'Isto não foi perguntado agora.' },
        { path: 'states', message: 'Escolha ao menos um estado.' },
      ],
    ]);
    expect((await said({ states: ['GO'], regimes: ['ZZ'] }))[0]).toBe(400);
    expect((await calls.start(workbookOf(month))).body.message).toBe(
      'Já há uma importação em andamento. Espere que termine, ou cancele-a.',
    );
    await calls.cancel(id);
    expect((await said({ states: ['GO'], regimes: ['SD'] }))[0]).toBe(409);
  });

  test('takes one file, in the part "workbook", with a name that says what it is', async () => {
    const { office, calls } = await open();
    const post = (part: string, content: Buffer, name?: string) =>
      services.api.post(IMPORTS, { token: office.admin, ...sent(part, content, name) });
    const wrongPart = await post('file', Buffer.from('x'));
    expect([wrongPart.status, wrongPart.body.fields]).toEqual([
      400,
      [{ path: 'workbook', message: 'Envie o arquivo.' }],
    ]);
    const empty = await calls.start(Buffer.alloc(0));
    expect([empty.status, empty.body.fields]).toEqual([400, [{ path: 'workbook', message: 'O arquivo está vazio.' }]]);
    expect((await post('workbook', Buffer.from('x'), 'sinapi.xlsx.exe')).status).toBe(422);
    expect((await calls.start(Buffer.alloc(21 * 1024 * 1024))).status).toBe(413);
  });

  test('that is cancelled leaves its report and nothing else, and its file is gone', async () => {
    const { office, calls } = await open();
    const wrong = edited('ISD', /<c r="F13"([^>]*)>.*?<\/c>/, '<c r="F13" t="str"><v>1.O34,20</v></c>');
    const before = await countAll(services, office.accountId);
    const asked = await calls.bring(workbookOf(month, wrong), GO_AC);
    await calls.cancel(asked.id);
    expect((await calls.job(asked.id)).state).toBe('CANCELLED');
    expect(await countAll(services, office.accountId)).toEqual(before);
    expect((await calls.report(asked.id)).totalElements).toBeGreaterThan(0);
    expect(await services.seed.sql('select from job_files where account_id = $1', [office.accountId])).toEqual([]);
  });

  test('is for those with ENGINEERING, and no other account sees it', async () => {
    const { office, calls } = await open();
    const stranger = await openOffice(services.seed);
    const { body } = await calls.start(workbookOf(month));
    await calls.until(body.data.id, 'WAITING');
    const buyer = importsOf(services, await tokenOf(office, ['PURCHASE']));
    expect((await buyer.start(workbookOf(month))).status).toBe(403);
    expect((await buyer.answer(body.data.id, GO_AC)).status).toBe(403);
    const other = importsOf(services, stranger.admin);
    expect((await other.answer(body.data.id, GO_AC)).status).toBe(404);
    expect(
      (
        await services.api.get(`/api/v1/engineering/cost-databases/imports/${body.data.id}/report`, {
          token: stranger.admin,
        })
      ).status,
    ).toBe(404);
    await calls.cancel(body.data.id);
  });

  test('that nobody answers for a week is cancelled, with its file', async () => {
    const { office, calls } = await open();
    const { body } = await calls.start(workbookOf(month));
    await calls.until(body.data.id, 'WAITING');
    const files = () => services.seed.sql('select from job_files where account_id = $1', [office.accountId]);
    const sweep = () => services.app.platform.database.pool.query('select abandon_jobs(now())');
    await sweep();
    expect(await files()).not.toEqual([]);
    await services.seed.sql("update jobs set alive_at = now() - interval '8 days' where id = $1", [body.data.id]);
    await sweep();
    expect(await calls.job(body.data.id)).toMatchObject({
      state: 'CANCELLED',
      message: 'Cancelado: ficou sete dias à espera de uma resposta.',
    });
    expect(await files()).toEqual([]);
  });

  test('cut at any byte ends with a sentence, and writes nothing', async () => {
    const { office, calls } = await open();
    const before = await countAll(services, office.accountId);
    const whole = workbookOf(month);
    for (const share of [0.001, 0.2, 0.5, 0.8, 0.97, 0.9999]) {
      const { body } = await calls.start(whole.subarray(0, Math.floor(whole.length * share)));
      const failed = await calls.until(body.data.id, 'FAILED', 'WAITING');
      expect([share, failed.state, failed.message]).toEqual([
        share,
        'FAILED',
        expect.stringMatching(/XLSX|danificada/),
      ]);
    }
    expect(await countAll(services, office.accountId)).toEqual(before);
  });
});

const tokenOf = async (
  { accountId, companyId }: Office,
  permissions: ('PURCHASE' | 'ENGINEERING')[],
): Promise<string> => {
  const user = await services.seed.user(accountId, { grants: [{ companyId, permissions }] });
  return services.seed.tokenOf(user);
};
