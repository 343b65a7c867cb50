import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { hasFigure, judge, type Answer } from './sentences/judge.ts';
import { continued, sentencesOf, type Sentence } from './sentences/meaning.ts';

const ASK = `mutation ($input: AskAssistantInput!) { askAssistant(input: $input) { answer { answer {
  intent spans { text } parts { label value to } links { label to } scope choices { label text } form { kind fields { name value shown } } } } } }`;

let app: TestApp;
const rows = new Map<string, { id: string; name: string }[]>();

const ask = async (text: string, as: 'admin' | 'pagador' = 'admin'): Promise<Answer> => {
  const { data, errors } = await app.ask(as, ASK, { variables: { input: { text } } });
  if (errors) throw new Error(`${text}: ${JSON.stringify(errors)}`);
  return data.askAssistant.answer.answer;
};

const KINDS = {
  building: 'select id::text, name from buildings',
  partner: 'select id::text, name from partners',
  category: 'select id::text, name from categories',
  wallet: 'select id::text, identifier as name from wallets',
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const ids = (kind: string, words: string): string[] =>
  (rows.get(kind) ?? []).filter(({ name }) => plain(name).includes(plain(words))).map(({ id }) => id);

beforeAll(async () => {
  app = await startApp();
  for (const [kind, query] of Object.entries(KINDS)) rows.set(kind, await app.services.seed.sql(query));
});
afterAll(() => app.stop());

interface Judged {
  sentence: Sentence;
  answer: Answer;
  right: boolean;
}

const judgeAll = async (sentences: readonly Sentence[]): Promise<Judged[]> => {
  const judged: Judged[] = [];
  for (const sentence of sentences) {
    const follows = sentence.intent === 'follow-up' ? continued(sentence) : null;
    if (follows) await ask(follows.before);
    const answer = await ask(sentence.text);
    judged.push({ sentence, answer, right: judge({ ...sentence, ...follows?.meaning }, answer, ids) });
  }
  return judged;
};

const shown = ({ sentence, answer }: Judged): string =>
  `${sentence.text} [${sentence.intent}] → ${answer.intent}: ${answer.spans.map(({ text }) => text).join('')} ${answer.links[0]?.to ?? ''}`;

describe('The assistant', () => {
  for (const file of ['before-the-grammar.txt', 'after-the-grammar.txt']) {
    test(`answers at least 96 of 100 sentences of ${file} as they are meant, and gives no wrong figure`, async () => {
      const judged = await judgeAll(sentencesOf(file));
      const wrong = judged.filter(({ right }) => !right);
      if (wrong.length > 0) console.log(wrong.map(shown).join('\n'));
      expect(wrong.filter(({ answer }) => hasFigure(answer)).map(shown)).toEqual([]);
      expect(1 - wrong.length / judged.length).toBeGreaterThanOrEqual(0.96);
    }, 240_000);
  }

  test('understands all that goes on from what was asked before, and offers sentences in the place of what it cannot', async () => {
    const judged = await judgeAll(sentencesOf('before-the-grammar.txt').filter(({ intent }) => intent === 'follow-up'));
    expect(judged).toHaveLength(8);
    expect(judged.filter(({ right }) => !right).map(shown)).toEqual([]);
    const left = judged.find(({ answer }) => answer.intent === 'leavesOut');
    expect(left?.answer.choices).toHaveLength(3);
  }, 60_000);

  test('gives no figure for a sentence with a word that nobody knows, wherever it stands', async () => {
    const sentences = ['before-the-grammar.txt', 'after-the-grammar.txt'].flatMap(sentencesOf);
    // Every other sentence, with the word at each of its places in turn.
    const spoilt = sentences
      .filter((_, index) => index % 2 === 0)
      .map(({ text }, index) => {
        const words = text.split(' ');
        return [
          ...words.slice(0, index % (words.length + 1)),
          'zzqxv',
          ...words.slice(index % (words.length + 1)),
        ].join(' ');
      });
    const answers = [];
    for (const text of spoilt) answers.push({ text, answer: await ask(text) });
    expect(answers.length).toBeGreaterThan(140);
    expect(
      answers.filter(({ answer }) => hasFigure(answer)).map(({ text, answer }) => `${text} → ${answer.intent}`),
    ).toEqual([]);
  }, 240_000);
});
