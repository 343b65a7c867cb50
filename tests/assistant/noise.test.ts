import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { noiseOf } from './noise.ts';
import { openNoiseWorld, type NoiseWorld } from './noiseWorld.ts';

/** A sample of noise.attack.ts, which asks ten thousand sentences. FUZZ_SEED selects others. */
const SENTENCES = 150;
const seed = Number(process.env['FUZZ_SEED'] ?? 20261120);

let world: NoiseWorld;
beforeAll(async () => {
  world = await openNoiseWorld();
}, 60_000);
afterAll(() => world.stop());

describe('The assistant', () => {
  test('answers noise without a failure and without a wrong figure', async () => {
    const sentences = noiseOf(SENTENCES, seed);
    expect(new Set(sentences.map(({ kind }) => kind)).size).toBe(9);
    const complaints = [];
    for (const noise of sentences) complaints.push(await world.complaintAbout(noise));
    expect(complaints.filter((complaint) => complaint !== null)).toEqual([]);
  }, 120_000);

  test.each([
    ['pagar bfcgxc', 30],
    ['fpkwbwdj', 44],
    ['relatório de contas pagas bfcgxc', 14],
    ['despesas do Depósito São Jorge Materiais para Construção e', 8],
    ['b', 250],
  ])('answers "%s" said %i times in a row', async (words, times) => {
    const text = Array.from({ length: times }, () => words).join(' ');
    expect(text.length).toBeLessThanOrEqual(500);
    expect((await world.say(text)).intent).toMatch(/^\w+$/);
    // The same in one word.
    const whole = text.replaceAll(' ', '');
    expect((await world.say(`quanto devo a ${whole.slice(0, 480)}`)).intent).toMatch(/^(?:notFound|unknown)$/);
  });

  test('begins an expense with a text of any length that a question may have', async () => {
    const text = `lançar 300 reais por ${'reparo do muro da divisa '.repeat(18)}`.trim();
    expect(text.length).toBeGreaterThan(450);
    expect((await world.say(text)).form?.kind).toBe('EXPENSE');
  });

  test('quotes of many unknown words the first ones, each within its quotation marks', async () => {
    const { intent, spans } = await world.say(
      `despesas de ${'zqxwvk'.repeat(12)} e bcfgxc R$ 99,90 e fpkwbwdj e jzjvxvvw e wqgkzw e xxzzkq`,
    );
    const said = spans.map(({ text }) => text).join('');
    expect(intent).toBe('notFound');
    expect(said.match(/“/g)?.length).toBe(said.match(/”/g)?.length);
    expect(said).toContain(`“${'zqxwvk'.repeat(10)}…”`);
    expect(said).toMatch(/ e mais \d+ como /);
  });

  test.each(['faz a conta do telhado', 'faça a conta da laje', 'fazer a conta do mês'])(
    'does not take "%s" for the beginning of an expense',
    async (sentence) => {
      const { intent, form, spans } = await world.say(sentence);
      expect([intent, form]).toEqual(['unknown', null]);
      expect(spans[0]?.text).toContain('Não entendi');
    },
  );

  test.each([
    ['faz a conta do telhado', 'telha'],
    ['me explica o negócio do concreto usinado', 'concreto'],
    ['medicoes da casa?? sei lá xyzt', 'medições'],
  ])('offers three sentences near to "%s", each of which it answers', async (sentence, word) => {
    const { intent, choices } = await world.say(sentence);
    expect(['unknown', 'notFound']).toContain(intent);
    expect(choices).toHaveLength(3);
    expect(choices.map(({ text }) => text.toLowerCase()).join()).toContain(word);
    for (const { text } of choices) {
      const answered = await world.say(text);
      expect([text, ['unknown', 'notFound'].includes(answered.intent)]).toEqual([text, false]);
    }
  });

  test.each(['faz uma despesa de 300 reais', 'fazer uma conta a pagar', 'lança a conta da eletro luz'])(
    'still begins an expense with "%s"',
    async (sentence) => {
      expect((await world.say(sentence)).form?.kind).toBe('EXPENSE');
    },
  );
});
