import { expect, test } from '@jest/globals';
import { amountInWords } from '#domain/amountInWords.ts';

test.each([
  ['0.00', 'zero real'],
  ['0.01', 'um centavo'],
  ['0.21', 'vinte e um centavos'],
  ['1.00', 'um real'],
  ['1.01', 'um real e um centavo'],
  ['16.00', 'dezesseis reais'],
  ['100.00', 'cem reais'],
  ['101.00', 'cento e um reais'],
  ['200.99', 'duzentos reais e noventa e nove centavos'],
  ['345.00', 'trezentos e quarenta e cinco reais'],
  ['1000.00', 'mil reais'],
  ['1001.00', 'mil e um reais'],
  ['1100.00', 'mil e cem reais'],
  ['1234.50', 'mil duzentos e trinta e quatro reais e cinquenta centavos'],
  ['2014.00', 'dois mil e quatorze reais'],
  ['21500.00', 'vinte e um mil e quinhentos reais'],
  ['100000.00', 'cem mil reais'],
  ['1000000.00', 'um milhão de reais'],
  ['1000001.00', 'um milhão e um reais'],
  ['1200000.00', 'um milhão e duzentos mil reais'],
  ['2345678.90', 'dois milhões, trezentos e quarenta e cinco mil seiscentos e setenta e oito reais e noventa centavos'],
  ['3000000000.00', 'três bilhões de reais'],
  [
    '9999999999999.99',
    'nove trilhões, novecentos e noventa e nove bilhões, novecentos e noventa e nove milhões, novecentos e noventa e nove mil novecentos e noventa e nove reais e noventa e nove centavos',
  ],
])('R$ %s is %p', (amount, words) => {
  expect(amountInWords(amount)).toBe(words);
});
