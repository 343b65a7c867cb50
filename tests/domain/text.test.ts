import { describe, expect, test } from '@jest/globals';
import {
  formatCep,
  formatPhone,
  isCep,
  isCode,
  isDateText,
  isPhone,
  maskCep,
  maskDate,
  maskPhone,
  maskTaxId,
} from '#domain/masks.ts';
import { isTaxId } from '#domain/taxId.ts';
import { matchesSearch, normalizeSpaces, onlyDigits, stripAccents } from '#domain/text.ts';

describe('A text', () => {
  test('is compared without accents and case', () => {
    expect(stripAccents('Construção Ipê & CIA São João')).toBe('construcao ipe & cia sao joao');
    expect(stripAccents('a\u0303')).toBe('a');
  });

  test.each([null, undefined, 5, {}, []])('%p is not text and gives an empty text', (value) => {
    expect(stripAccents(value)).toBe('');
  });

  test('is reduced to its digits, or to single spaces', () => {
    expect(onlyDigits('(11) 98765-4321')).toBe('11987654321');
    expect(normalizeSpaces('  um \t dois\u00a0três\n')).toBe('um dois três');
  });

  test('matches a search by all words in any order, without accents', () => {
    expect(matchesSearch('Concreteira São Jorge Ltda', 'jorge sao')).toBe(true);
    expect(matchesSearch('Concreteira São Jorge Ltda', 'CONCRÉT')).toBe(true);
    expect(matchesSearch('Concreteira São Jorge Ltda', 'jorge silva')).toBe(false);
    expect(matchesSearch('Concreteira', '  ')).toBe(true);
  });
});

describe('Masks:', () => {
  test('a telephone number has a 2-digit area code, then 4 or 5 digits, dash, 4 digits', () => {
    expect(['(11) 98765-4321', '(11) 3456-7890', '11987654321', '1134567890'].every(isPhone)).toBe(true);
    expect(['98765-4321', '(1) 3456-7890', '(11 3456-7890', '119876543210', '', null].some(isPhone)).toBe(false);
    expect([formatPhone('11987654321'), formatPhone('1134567890')]).toEqual(['(11) 98765-4321', '(11) 3456-7890']);
    expect([formatPhone('+1 555'), formatPhone(null)]).toEqual(['+1 555', '']);
    expect(['1', '119', '119876', '119876543', '11987654321'].map(maskPhone)).toEqual([
      '1',
      '(11) 9',
      '(11) 9876',
      '(11) 9876-543',
      '(11) 98765-4321',
    ]);
  });

  test('a postal code has 5 digits, dash, 3 digits, and keeps leading zeros', () => {
    expect([isCep('01310-100'), isCep('01310100'), isCep('1310-100'), isCep('01310-1000')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([formatCep('01310100'), formatCep(null), formatCep('x'), maskCep('013101')]).toEqual([
      '01310-100',
      '',
      'x',
      '01310-1',
    ]);
  });

  test('a CPF or CNPJ is masked while typing, including letters', () => {
    const typed = ['529', '52998224725', '529982247251', '12a', '12abc34501de35', '12.ABC.345/01DE-3599', '12ç#'];
    expect(typed.map(maskTaxId)).toEqual([
      '529',
      '529.982.247-25',
      '52.998.224/7251',
      '12.A',
      '12.ABC.345/01DE-35',
      '12ABC34501DE3599',
      '12',
    ]);
  });

  test('a text that is too long is rejected, not cut to a valid one', () => {
    const [phone, cep, taxId] = [maskPhone('5511987654321'), maskCep('01310-1005'), maskTaxId('11.222.333/0001-817')];
    expect([phone, cep, taxId]).toEqual(['5511987654321', '013101005', '112223330001817']);
    expect([isPhone(phone), isCep(cep), isTaxId(taxId)]).toEqual([false, false, false]);
    expect(['+55 11 98765-4321', '+5511987654321'].map(maskPhone)).toEqual(['(11) 98765-4321', '(11) 98765-4321']);
    expect(maskPhone('(55) 98765-4321')).toBe('(55) 98765-4321');
  });

  test('a date is a valid DD/MM/YYYY', () => {
    expect([isDateText('29/02/2024'), isDateText('29/02/2026'), isDateText('1/2/2026'), isDateText(null)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(['2', '211', '21112', '2111202699'].map(maskDate)).toEqual(['2', '21/1', '21/11/2', '21/11/2026']);
  });

  test('a code has word characters, dots, hyphens and slashes only', () => {
    expect(['01.02', 'NF-123/4', 'a_b', '007'].every(isCode)).toBe(true);
    expect(['', 'a b', 'ção', 'a\n', '1,2', null].some(isCode)).toBe(false);
  });
});
