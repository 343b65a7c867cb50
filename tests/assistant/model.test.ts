import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isOfQuestion, rephrase } from '#gateway/assistant/ask/model.ts';
import { readSentence } from '#domain/assistant/grammar.ts';

const TODAY = '2026-11-20';
let server: Server;
let url: string;
let answer: { status: number; body: string };
const seen: { path: string | undefined; authorization: string | undefined; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push({ path: request.url, authorization: request.headers.authorization, body });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const says = (content: unknown) => ({ status: 200, body: JSON.stringify({ choices: [{ message: { content } }] }) });

describe('A model that rephrases questions', () => {
  test('gets the question and the forms of the grammar, and nothing of the account', async () => {
    answer = says('quanto devo ao depósito são jorge\nporque sim');
    expect(await rephrase({ url, name: 'local', key: 'secret' }, 'qual o rombo com o depósito são jorge')).toBe(
      'quanto devo ao depósito são jorge',
    );
    const [call] = seen;
    expect([call?.path, call?.authorization]).toEqual(['/v1/chat/completions', 'Bearer secret']);
    const sent = JSON.parse(call?.body ?? '{}');
    expect([sent.model, sent.temperature, sent.messages.length, sent.messages[1].content]).toEqual([
      'local',
      0,
      2,
      'qual o rombo com o depósito são jorge',
    ]);
  });

  test.each([
    [says('NENHUMA')],
    [says('')],
    [says(null)],
    [says('x'.repeat(501))],
    [{ status: 500, body: '{}' }],
    [{ status: 200, body: 'not json' }],
    [{ status: 200, body: '{"choices": "none"}' }],
  ])('is not followed when it answers %j', async (given) => {
    answer = given;
    expect(await rephrase({ url, name: 'local' }, 'oi')).toBeNull();
  });

  test('is not waited for when nobody is there', async () => {
    expect(await rephrase({ url: 'http://127.0.0.1:9', name: 'local' }, 'oi')).toBeNull();
  });

  test.each([
    ['qual o rombo com o depósito em outubro', 'quanto paguei ao depósito em outubro', true],
    ['qual o rombo com o depósito', 'quanto devo ao depósito são jorge', false],
    ['qual o rombo com o depósito', 'quanto paguei ao depósito em outubro', false],
    ['qual o rombo de outubro', 'quanto devo', false],
    ['taca uma despesinha pro depósito', 'lançar despesa de 1.200 para o depósito', false],
    ['taca uma despesinha de 1.200 pro depósito', 'lançar despesa de 1.200 para o depósito', true],
  ])('of "%s" may say "%s": %s', (question, sentence, may) => {
    const [reading] = readSentence(sentence, TODAY);
    expect(reading !== undefined && isOfQuestion(reading, question, TODAY)).toBe(may);
  });
});
