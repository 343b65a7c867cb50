import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readAmount, readTimes } from '#domain/assistant/amounts.ts';
import { readFollowUp, readSentence } from '#domain/assistant/grammar.ts';
import { INTENTS } from '#domain/assistant/intents/index.ts';
import { candidatesOf, findNames, type Named } from '#domain/assistant/names.ts';
import { readPeriod } from '#domain/assistant/periods.ts';
import { isIsoDate } from '#domain/dates.ts';

/** A Friday. */
const TODAY = '2026-11-20';

describe('The grammar', () => {
  test.each(INTENTS.flatMap(({ name, examples }) => examples.map((example) => [example, name] as const)))(
    'reads "%s" as %s',
    (example, name) => {
      expect(readSentence(example, TODAY)[0]?.intent).toBe(name);
    },
  );

  test('has at least two examples of each intent, and each intent once', () => {
    expect(INTENTS.filter(({ examples }) => examples.length < 2).map(({ name }) => name)).toEqual([]);
    expect(new Set(INTENTS.map(({ name }) => name)).size).toBe(INTENTS.length);
  });

  // [sentence, past, future]
  test.each([
    ['hoje', '2026-11-20', '2026-11-20'],
    ['depois de amanha', '2026-11-22', '2026-11-22'],
    ['essa semana', '2026-11-15..2026-11-21', '2026-11-15..2026-11-21'],
    ['semana que vem', '2026-11-22..2026-11-28', '2026-11-22..2026-11-28'],
    ['em fevereiro', '2026-02-01..2026-02-28', '2027-02-01..2027-02-28'],
    ['fevereiro de 2024', '2024-02-01..2024-02-29', '2024-02-01..2024-02-29'],
    ['dezembro', '2025-12-01..2025-12-31', '2026-12-01..2026-12-31'],
    ['dia 31', '2026-10-31', '2026-12-31'],
    ['05/12', '2025-12-05', '2026-12-05'],
    ['29/02/2028', '2028-02-29', '2028-02-29'],
    ['segunda', '2026-11-16', '2026-11-23'],
    ['ate sexta', '1900-01-01..2026-11-20', '2026-11-20'],
    ['nos proximos 7 dias', '2026-11-20..2026-11-27', '2026-11-20..2026-11-27'],
    ['ultimos 2 meses', '2026-09-21..2026-11-20', '2026-09-21..2026-11-20'],
    ['entre 1/9 e 15/9', '2026-09-01..2026-09-15', '2027-09-01..2027-09-15'],
    ['terceiro trimestre', '2026-07-01..2026-09-30', '2026-07-01..2026-09-30'],
    ['fim do ano', '2026-11-20..2026-12-31', '2026-11-20..2026-12-31'],
  ])('reads "%s" as days', (words, past, future) => {
    const found = readPeriod(words, TODAY);
    const shown = (days: { from: string; to: string } | undefined) =>
      days && days.from === days.to ? days.from : `${days?.from}..${days?.to}`;
    expect([found?.length, shown(found?.period.past), shown(found?.period.future)]).toEqual([
      words.length,
      past,
      future,
    ]);
  });

  test.each(['31/02/2026', '99/99', 'dia 45', 'ultimo preco', 'primeira vez', '2 + 2'])(
    'reads "%s" as no time',
    (words) => {
      expect(readPeriod(words, TODAY)).toBeNull();
    },
  );

  test.each([
    ['r$ 1.200,50', '1200.50'],
    ['15 mil', '15000.00'],
    ['mil e duzentos reais', '1200.00'],
    ['dois mil quinhentos e vinte reais', '2520.00'],
    ['3 milhoes', '3000000.00'],
    ['1.234', '1234.00'],
  ])('reads "%s" as an amount', (words, value) => {
    expect(readAmount(words.split(' '))).toMatchObject({ value, sure: true, count: words.split(' ').length });
  });

  // [sentence, at least, at most]: a bare number takes the scale of the one after it.
  test.each([
    ['despesas acima de 10 mil', '10000.00', undefined],
    ['despesas até 500', undefined, '500.00'],
    ['despesas acima de 1.234,50', '1234.50', undefined],
    ['despesas entre 5 e 10 mil', '5000.00', '10000.00'],
    ['despesas de R$ 5 a R$ 10 mil', '5000.00', '10000.00'],
    ['despesas entre 100 e 2 mil', '100.00', '2000.00'],
    ['despesas entre 1 e 2 milhões', '1000000.00', '2000000.00'],
    ['despesas entre 2.500 e 1.000', '1000.00', '2500.00'],
    ['despesas acima de 5 e abaixo de 10 mil', '5000.00', '10000.00'],
    ['contas até R$ 10', undefined, '10.00'],
  ])('reads "%s" as a range of values', (sentence, least, most) => {
    const [reading] = readSentence(sentence, TODAY);
    expect([reading?.slots.least, reading?.slots.most, reading?.phrases]).toEqual([least, most, []]);
  });

  test.each(['boletos até 10', 'despesas de 10 a 20', 'contas a partir de 15', 'quanto devo acima de 10 mil'])(
    'reads no range in "%s": its number may be a day, or its sum has no range',
    (sentence) => {
      const [reading] = readSentence(sentence, TODAY);
      expect([reading?.slots.least, reading?.slots.most]).toEqual([undefined, undefined]);
      expect(reading?.phrases).not.toEqual([]);
    },
  );

  test('reads numbers of installments', () => {
    expect(
      [['3x'], ['em', '3', 'vezes'], ['duas', 'vezes'], ['um', 'dia']].map((words) => readTimes(words)?.times),
    ).toEqual([3, 3, 2, undefined]);
  });

  test('uses every word: what is no cue, slot or idle word is a phrase', () => {
    expect(
      readSentence('quanto devo para a empresa fantasma em outubro', TODAY)[0]?.phrases.map(({ key }) => key),
    ).toEqual(['empresa fantasma']);
    expect(readSentence('despesas vencidas da vila', TODAY)[0]).toMatchObject({
      slots: { status: 'OVERDUE' },
      phrases: [{ key: 'vila' }],
    });
  });

  test.each(['quanto devo constructor', 'quanto devo 5 constructor', 'quanto devo em constructor vezes'])(
    'reads "%s" with a word of the language that it is written in as a word that nobody knows',
    (sentence) => {
      expect(readSentence(sentence, TODAY).map(({ phrases }) => phrases.map(({ key }) => key).join(' '))).toEqual([
        expect.stringContaining('constructor'),
      ]);
    },
  );

  test('reads anything at all without failing, and real days only', () => {
    const words = [
      'quanto',
      'devo',
      'paguei',
      'despesas',
      'outubro',
      'em',
      'de',
      'da',
      'vila',
      '31/02',
      '10/12',
      'r$',
      '1.200',
      'mil',
      'por',
      'obra',
      'sem',
      'são',
      '<period>',
      '|',
      'entre',
      'e',
      'até',
      'dia',
      '99',
      '2026',
      '🏗️',
      "'",
      '%',
      '\\',
      'null',
    ];
    const noise = fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 8 })), { maxLength: 14 })
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(noise, (sentence) => {
        for (const { slots } of readSentence(sentence, TODAY)) {
          for (const { past, future } of slots.periods ?? []) {
            expect([past.from, past.to, future.from, future.to].every(isIsoDate)).toBe(true);
            expect(past.from <= past.to && future.from <= future.to).toBe(true);
          }
        }
        for (const intent of INTENTS.slice(0, 12)) readFollowUp(sentence, TODAY, intent);
      }),
      { numRuns: 2_000, seed: 16 },
    );
  });
});

describe('Names', () => {
  const names: Named[] = [
    { kind: 'partner', id: '1', name: 'Depósito São Jorge Materiais para Construção Ltda', also: 'Depósito São Jorge' },
    { kind: 'partner', id: '2', name: 'Eletro Luz Materiais Elétricos Ltda' },
    { kind: 'partner', id: '3', name: 'Hidráulica Central Comércio Ltda' },
    { kind: 'partner', id: '4', name: 'João Carlos Ferreira' },
    { kind: 'partner', id: '5', name: 'João Pedro Alves' },
    { kind: 'building', id: '6', name: 'Clínica São Lucas – reforma' },
    { kind: 'category', id: '7', name: 'Material elétrico' },
    { kind: 'category', id: '8', name: 'Mão de obra própria' },
    { kind: 'wallet', id: '9', name: 'Caixinha da obra' },
  ];

  test.each([
    ['deposito sao jorge', '1'],
    ['deposito sao jorje', '1'],
    ['saojorge', '1'],
    ['eletroluz', '2'],
    ['eletro lus', '2'],
    ['hidraulca central', '3'],
    ['joao carlos', '4'],
    ['clinica', '6'],
    ['mao obra', '8'],
    ['caixa obra', '9'],
  ])('finds "%s"', (words, id) => {
    expect(candidatesOf(words, names)[0]?.id).toBe(id);
  });

  test.each(['fantasma', 'xyz', 'euro', 'presidente', 'drop table users'])('finds nothing for "%s"', (words) => {
    expect(candidatesOf(words, names)).toEqual([]);
  });

  test('asks where two fit equally, and not where one is the better word', () => {
    const rowsOf = (key: string) =>
      findNames([{ before: 'para', key, text: key }], names, ['partner', 'building', 'category'])[0]?.rows.map(
        ({ id }) => id,
      );
    expect(rowsOf('joao')).toEqual(['4', '5']);
    expect(rowsOf('joao carlos')).toEqual(['4']);
  });
});
