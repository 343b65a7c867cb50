import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hashToken, newToken } from '#services/platform/session.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

let services: TestServices;
let gateway: TestGateway;
let office: Office;

const run = promisify(execFile);
const RUNNERS = { sh: 'bash', mjs: 'node', py: 'python3' } as const;

const tokenThat = async (access: 'READ' | 'READ_WRITE'): Promise<string> => {
  const token = `prm_${newToken()}`;
  const maker = await services.seed.user(office.accountId, { admin: true });
  await services.seed.insert('api_tokens', {
    ...{
      account_id: office.accountId,
      user_id: maker.id,
      made_by: maker.id,
      name: 'Planilhas',
      token_hash: hashToken(token),
    },
    ...{ last_four: token.slice(-4), access, areas: ['FINANCIAL'], everywhere: true },
    ...{ created_at: '2026-11-20T12:00:00Z', expires_at: '2026-12-20T12:00:00Z' },
  });
  return token;
};
const expenses = () =>
  services.seed.sql(
    `select t.document_number as number, p.name as partner, i.value::text, i.due_date::text as due
       from transactions t join installments i on i.account_id = t.account_id and i.transaction_id = t.id
       join partners p on p.account_id = t.account_id and p.id = t.partner_id
      where t.account_id = $1`,
    [office.accountId],
  );

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
});
beforeEach(async () => {
  office = await openOffice(services.seed);
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

describe('The import of the guide', () => {
  const example = async (ending: keyof typeof RUNNERS, token: string) => {
    const env = { ...process.env, PRUMO_URL: gateway.url, PRUMO_TOKEN: token, PRUMO_COMPANY: String(office.companyId) };
    return (await run(RUNNERS[ending], [`schema/examples/import.${ending}`], { env })).stdout;
  };

  test.each(['sh', 'mjs', 'py'] as const)(
    'runs as it is, tells what happened to each row, and answers the same when it is sent again: %s',
    async (ending) => {
      const token = await tokenThat('READ_WRITE');
      const printed = await example(ending, token);
      expect(printed).toMatch(/2.*NEW/);
      expect(printed).toMatch(/3[^]*FAILED[^]*Esse dia não existe\./);
      const stored = [{ number: 'NF 812', partner: 'Areal do Vale', value: '1250.00', due: '2026-12-05' }];
      expect(await expenses()).toEqual(stored);
      expect(await example(ending, token)).toBe(printed);
      expect(await expenses()).toEqual(stored);
      expect(
        await services.seed.sql(
          `select details ->> 'import' as file from audit_log where account_id = $1 and entity = 'transaction'`,
          [office.accountId],
        ),
      ).toEqual([{ file: 'contas.csv' }]);
    },
  );

  test.each(['sh', 'mjs', 'py'] as const)('is refused to a token that only reads: %s', async (ending) => {
    const token = await tokenThat('READ');
    // curl prints the answer, the others what they throw.
    const said = await example(ending, token).catch(
      ({ stdout, stderr }: Record<string, string>) => `${stdout}${stderr}`,
    );
    expect(said).toContain('Este token é só de leitura.');
    expect(await expenses()).toEqual([]);
  });
});
