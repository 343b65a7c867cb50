import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type DemoUser, type TestApp } from '#tests/support/app.ts';
import { DESTINATIONS } from '#domain/assistant/intents/navigate.ts';

const ASK = `mutation ($input: AskAssistantInput!) { askAssistant(input: $input) { answer { answer {
  intent spans { text } parts { label value } links { label to } scope choices { text } } } } }`;

interface Answer {
  intent: string;
  spans: { text: string }[];
  parts: { label: string; value: string }[];
  links: { to: string }[];
  scope: string | null;
  choices: { text: string }[];
}

let app: TestApp;

const ask = async (
  text: string,
  as: DemoUser = 'admin',
  headers: Record<string, string> = {},
): Promise<Answer & { text: string }> => {
  const { data, errors } = await app.ask(as, ASK, { variables: { input: { text } }, headers });
  if (errors) throw new Error(`${text}: ${JSON.stringify(errors)}`);
  const { answer } = data.askAssistant.answer;
  return { ...answer, text: answer.spans.map((span: { text: string }) => span.text).join('') };
};
const files = () =>
  app.services.seed.sql<{ report: string; format: string; login: string }>(
    'select f.report, f.format, u.login from report_files f join users u on u.id = f.created_by order by f.id',
  );

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('Asked for a report, the assistant', () => {
  test('tells its rows and sums, which are those of the database', async () => {
    const [row] = await app.services.seed.sql<{ count: string; paid: string }>(
      `select count(*)::text as count, to_char(sum(value), 'FM999G999G990D00') as paid from installments
        where type = 'DEBIT' and not forecast and payment_date between '2026-10-01' and '2026-10-31'`,
    );
    const { text, parts, links, scope } = await ask('relatório de contas pagas em outubro');
    expect(text).toBe(`Contas pagas: ${row?.count} linhas.`);
    const paid = row?.paid.replaceAll(/[,.]/g, (sign) => (sign === ',' ? '.' : ','));
    expect(parts.map(({ value }) => value)).toContain(paid);
    expect(links).toEqual([
      { label: 'Abrir o relatório', to: '/reports?report=bills-paid&from=2026-10-01&to=2026-10-31&building=all' },
    ]);
    expect(scope).toContain('01/10/2026 a 31/10/2026');
    expect(await files()).toEqual([]);
  });

  test('has its file made for the asker alone, as the next sentence says, and changes nothing else', async () => {
    // A call and a login are noted, too; what a job does is its own.
    const changes = () =>
      app.services.seed.sql(
        "select entity, action, count(*) from audit_log where entity not in ('job', 'reportFile', 'user') group by 1, 2 order by 1, 2",
      );
    const before = await changes();
    await ask('imprimir o extrato do itaú', 'admin');
    const { text, links } = await ask('em PDF', 'admin');
    expect(text).toMatch(/^Estou preparando Extrato de carteira em PDF\. Aviso quando estiver pronto/);
    expect(links[0]?.to).toBe('/reports?tab=files');
    expect(await files()).toEqual([{ report: 'wallet-statement', format: 'PDF', login: 'admin@demo.prumo' }]);
    expect(await changes()).toEqual(before);
    const asked = `query ($companyId: ID!) { reportFiles(companyId: $companyId) { report } }`;
    const [company] = await app.services.seed.sql<{ id: string }>('select min(id)::text as id from companies');
    const others = await app.ask('financeiro', asked, { variables: { companyId: company?.id } });
    expect(others.data.reportFiles).toEqual([]);
  });

  test('has one file made for a question that is sent twice with its key', async () => {
    const before = (await files()).length;
    for (let time = 0; time < 2; time += 1) {
      const { text } = await ask('relatório de medições em csv', 'engenheiro', { 'idempotency-key': 'asked-once' });
      expect(text).toMatch(/^Estou preparando Medições em CSV/);
    }
    expect((await files()).length).toBe(before + 1);
  });

  // [sentence, who, what it says]
  test.each([
    ['relatório de auditoria', 'financeiro', 'Você não tem acesso a este relatório.'],
    ['relatório de pedidos', 'financeiro', 'Você não tem acesso a este relatório.'],
    ['relatório de usuários de outubro', 'admin', 'Usuários e permissões é o de hoje, sem período.'],
    ['relatório de contas pagas em setembro e outubro', 'admin', 'Contas pagas mostra um período de cada vez.'],
    ['relatório da conciliação da vila', 'admin', 'Conciliação bancária não é de uma obra só.'],
    ['relatório de contas a pagar do itaú', 'admin', 'Contas a pagar não é de uma carteira só.'],
    ['relatório de auditoria por fornecedor', 'admin', 'Auditoria não se agrupa assim.'],
    ['relatório do orçado x realizado', 'admin', 'Orçado × realizado é de uma obra. Qual?'],
    ['exportar extrato', 'admin', 'Extrato de carteira é de uma carteira. Qual?'],
    ['relatório de contas pagas em março de 2031', 'admin', 'Contas pagas não tem linhas nesse período.'],
  ] as const)('answers "%s" of %s in words, and gives no figure', async (sentence, as, said) => {
    const { intent, text, parts } = await ask(sentence, as);
    expect([intent, text, parts]).toEqual(['report', said, []]);
  });

  test('still takes "baixar as contas" for a payment, which it does not make', async () => {
    expect((await ask('baixar as contas da eletro luz')).intent).toBe('pay');
  });

  test('opens every screen that it knows by name', async () => {
    const said = ['relatórios', 'dashboard', 'dre', 'fluxo de caixa', 'conciliação', 'cronograma', 'privacidade'];
    expect(said.length).toBeLessThanOrEqual(Object.keys(DESTINATIONS).length);
    for (const name of said) expect([name, (await ask(name)).links.length]).toEqual([name, 1]);
  });
});
