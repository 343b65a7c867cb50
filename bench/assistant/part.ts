import { DEMO_PASSWORD } from '#tests/support/app.ts';
import { sentencesOf } from '#tests/assistant/sentences/meaning.ts';
import { Caller } from '../support/load.ts';
import { startDatabase, startGateway, startServices } from '../support/product.ts';
import type { Settings } from '../support/settings.ts';
import { quantile, round, table } from '../support/table.ts';
import { watchCalls } from './watchedCalls.ts';

const ROUNDS = 3;
/** Milliseconds of the assistant itself, beside its queries: p99 of all sentences. */
const GOAL = 100;

const LOGIN =
  'mutation ($login: String!, $password: String!) { login(login: $login, password: $password) { accessToken } }';
const ASK = `mutation ($input: AskAssistantInput!) { askAssistant(input: $input) { answer { answer {
  intent spans { text } parts { label value to } links { label to } choices { text } scope } } } }`;

interface Asked {
  text: string;
  whole: number;
  /** Without the time in which a query was under way. */
  own: number;
}

/** Asks every sentence of the assistant's tests as the demo's administrator, one after the other. */
export const assistantPart = async (_: Settings): Promise<string> => {
  const database = await startDatabase();
  const services = await startServices(database.url, { DEMO: 'on' });
  const calls = await watchCalls(services.url);
  const gateway = await startGateway(calls.url);
  const caller = new Caller(gateway.url, 1);
  const post = async (query: string, variables: object, token = '') =>
    JSON.parse(await caller.ask({ path: '/graphql', token, body: { query, variables } }));
  try {
    const { data } = await post(LOGIN, { login: 'admin@demo.prumo', password: DEMO_PASSWORD });
    const token: string = data.login.accessToken;
    const sentences = ['before-the-grammar.txt', 'after-the-grammar.txt'].flatMap(sentencesOf);
    const asked: Asked[] = [];
    for (let count = 0; count < ROUNDS; count += 1) {
      for (const { text } of sentences) {
        calls.reset();
        const started = performance.now();
        const { errors } = await post(ASK, { input: { text } }, token);
        const whole = performance.now() - started;
        if (errors) throw new Error(`${text}: ${JSON.stringify(errors)}`);
        if (count > 0) asked.push({ text, whole, own: whole - calls.busy() });
      }
    }
    const slowest = asked.toSorted((one, other) => other.own - one.own)[0];
    const own = asked.map((one) => one.own);
    if (quantile(own, 0.99) > GOAL) process.exitCode = 1;
    const row = (name: string, times: number[]) => [
      name,
      ...[0.5, 0.95, 0.99].map((part) => round(quantile(times, part), 1)),
      round(Math.max(...times), 1),
    ];
    return [
      `${sentences.length} sentences, ${ROUNDS - 1} times each after one to warm; p99 of the assistant itself has the goal ≤ ${GOAL} ms.`,
      table(
        ['ms', 'p50', 'p95', 'p99', 'longest'],
        [
          row(
            'whole answer',
            asked.map((one) => one.whole),
          ),
          row('without its queries', own),
        ],
      ),
      `The longest of itself: “${slowest?.text}”.`,
    ].join('\n\n');
  } finally {
    await caller.close();
    await gateway.stop();
    await calls.stop();
    await services.stop();
    await database.stop();
  }
};
