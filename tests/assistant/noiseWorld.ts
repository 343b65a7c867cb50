import { startGateway } from '#tests/support/gateway.ts';
import { createDemoDatabase, DEMO_PASSWORD } from '#tests/support/app.ts';
import { startServices } from '#tests/support/services.ts';
import { judgeGraphql } from '../security/judge.ts';
import type { Noise } from './noise.ts';
import { known, type Question } from './noiseQuestions.ts';

const LOGIN =
  'mutation ($login: String!, $password: String!) { login(login: $login, password: $password) { accessToken } }';
const ASK = `mutation ($input: AskAssistantInput!) { askAssistant(input: $input) { answer { answer {
  intent spans { text } parts { value } form { kind } choices { text } } } } }`;
/** Letters that a question may have (specification §7). */
const LONGEST = 500;

interface Said {
  intent: string;
  spans: { text: string }[];
  parts: { value: string }[];
  form: { kind: string } | null;
  choices: { text: string }[];
}

/** Amounts that an answer gives: what it quotes of the question, between “ and ”, is not its own. */
const figuresOf = ({ spans, parts }: Said): string[] => {
  const own = spans
    .map(({ text }) => text)
    .join('')
    .replace(/“[^”]*”/g, '');
  const shown = [...own.matchAll(/R\$\s?([\d.]+,\d{2})/g)].map(([, amount = '']) => amount);
  const listed = parts.flatMap(({ value }) => /^[+-]?([\d.]+,\d{2})$/.exec(value)?.[1] ?? []);
  return [...shown, ...listed];
};
const decimal = (shown: string): string => shown.replaceAll('.', '').replace(',', '.');

export interface NoiseWorld {
  /** The answer to a sentence of the demo's administrator. */
  say: (text: string) => Promise<Said>;
  /** What is wrong with the answer to a sentence of noise, or null. */
  complaintAbout: (noise: Noise) => Promise<string | null>;
  stop: () => Promise<void>;
}

const complaintOf = (noise: Noise, said: Said, truth: ReadonlyMap<Question, string>): string | null => {
  const figures = figuresOf(said);
  const told = `${JSON.stringify(noise.text)} (${noise.kind}) → ${said.intent}: ${said.spans.map(({ text }) => text).join('')}`;
  if (noise.figure === 'none') return figures.length === 0 ? null : told;
  if (noise.figure === 'any') return null;
  const figure = truth.get(noise.of);
  const first = figures[0] === undefined ? '0.00' : decimal(figures[0]);
  return first === figure ? null : `${told}, and not ${figure}`;
};

/** The demo company behind services and a gateway, without a browser. */
export const openNoiseWorld = async (): Promise<NoiseWorld> => {
  const services = await startServices({ createDatabase: createDemoDatabase });
  const gateway = await startGateway({ services: await services.listen() });
  const login = await gateway.ask(LOGIN, {
    token: null,
    variables: { login: 'admin@demo.prumo', password: DEMO_PASSWORD },
  });
  const token: string = login.data.login.accessToken;
  const truth = new Map<Question, string>();
  const [company] = await services.seed.sql('select min(id)::text as id from companies');
  for (const question of known()) {
    const [row] = await services.seed.sql(question.query, [company?.id]);
    truth.set(question, String(Object.values(row ?? {})[0]));
  }
  const send = (text: string) => gateway.ask(ASK, { token, variables: { input: { text } } });
  return {
    say: async (text) => (await send(text)).data.askAssistant.answer.answer,
    complaintAbout: async (noise) => {
      const { status, headers, data, errors } = await send(noise.text);
      const failure = judgeGraphql(
        { status, headers, text: JSON.stringify({ data, errors }) },
        { sent: noise.text.split(/\W+/) },
      );
      if (failure) return `${JSON.stringify(noise.text)}: ${failure}`;
      if (!errors) return complaintOf(noise, data.askAssistant.answer.answer, truth);
      // Only what the contract refuses may be refused.
      const refused = noise.text.length > LONGEST || noise.text.trim() === '' || /\0|\p{Surrogate}/u.test(noise.text);
      return refused ? null : `${JSON.stringify(noise.text)} is refused: ${errors[0]?.message}`;
    },
    stop: async () => {
      await gateway.stop();
      await services.stop();
    },
  };
};
