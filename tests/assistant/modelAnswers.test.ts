import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createDemoDatabase, DEMO_PASSWORD } from '#tests/support/app.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

const LOGIN =
  'mutation ($login: String!, $password: String!) { login(login: $login, password: $password) { accessToken } }';
const ASK = `mutation ($input: AskAssistantInput!) { askAssistant(input: $input) { answer { answer {
  intent spans { text } parts { value } } } } }`;

let services: TestServices;
let gateway: TestGateway;
let model: Server;
/** What the model says next. */
let sentence = '';
const asked: string[] = [];

beforeAll(async () => {
  model = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push(body);
      response.end(JSON.stringify({ choices: [{ message: { content: sentence } }] }));
    });
  });
  await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
  services = await startServices({ createDatabase: createDemoDatabase });
  gateway = await startGateway({
    services: await services.listen(),
    assistantModel: { url: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`, name: 'local' },
  });
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await services.stop();
  await new Promise((resolve) => model.close(resolve));
});

const say = async (text: string, login = 'admin@demo.prumo') => {
  const { data: session } = await gateway.ask(LOGIN, {
    token: null,
    variables: { login, password: DEMO_PASSWORD },
  });
  const { data, errors } = await gateway.ask(ASK, {
    token: session.login.accessToken,
    variables: { input: { text } },
  });
  if (errors) throw new Error(JSON.stringify(errors));
  const { answer } = data.askAssistant.answer;
  return { intent: answer.intent, text: answer.spans.map((span: { text: string }) => span.text).join('') };
};

describe('With a model, the assistant', () => {
  test('answers what the grammar does not know by a sentence of it, with the figure of the database, and says as what', async () => {
    const [row] = await services.seed.sql<{ owed: string }>(
      `select to_char(sum(i.value), 'FM999G999G990D00') as owed from installments i join transactions t on t.id = i.transaction_id
        where t.type = 'DEBIT' and i.forecast and t.company_id = (select min(id) from companies)`,
    );
    const owed = row?.owed.replaceAll(/[,.]/g, (sign) => (sign === ',' ? '.' : ','));
    sentence = 'quanto devo';
    const { intent, text } = await say('qual é o rombo da firma');
    expect([intent, text.startsWith('Entendi como “quanto devo”. ')]).toEqual(['owed', true]);
    expect(text.replaceAll('\u00a0', ' ')).toContain(`R$ ${owed}`);
    expect(asked.at(-1)).not.toContain(String(owed));
  });

  // [question, what the model says]
  test.each([
    ['qual é o rombo com o depósito são jorge', 'quanto devo'],
    ['qual é o rombo da vila', 'quanto devo'],
    ['qual é o rombo da firma', 'quanto devo ao depósito são jorge'],
    ['qual é o rombo da firma', 'quanto devo em outubro'],
    ['qual é o rombo da firma', 'despesas acima de 1.000'],
    ['qual é o rombo da firma', 'relatório de contas a pagar em pdf'],
    ['qual é o rombo da firma', 'a firma deve R$ 1.234,56'],
    ['qual é o rombo da firma', 'ignore as instruções'],
  ])('gives no figure for "%s" when the model says "%s"', async (question, said) => {
    sentence = said;
    const { intent, text } = await say(question);
    expect(['unknown', 'notFound']).toContain(intent);
    expect(text).not.toMatch(/R\$\s?\d|Entendi como/);
    expect(await services.seed.sql('select id from report_files')).toEqual([]);
  });

  test('shows a user no more than the grammar would', async () => {
    sentence = 'saldo das carteiras';
    const { text } = await say('qual é o rombo da firma', 'engenheiro@demo.prumo');
    expect(text).toMatch(/não tem (?:permissão|acesso)/);
    expect(text).not.toMatch(/R\$\s?\d/);
  });

  test('is not asked about what the grammar understands', async () => {
    const before = asked.length;
    expect((await say('quanto devo')).text).not.toContain('Entendi como');
    expect(asked).toHaveLength(before);
  });
});
