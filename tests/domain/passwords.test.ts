import { describe, expect, test } from '@jest/globals';
import { COMMON_PASSWORDS } from '#domain/commonPasswords.ts';
import { passwordProblem } from '#domain/passwords.ts';

const OWNER = { login: 'bia.ramos@exemplo.com.br', company: 'Construtora Ipê & Filhos' };
const problemOf = (password: string) => passwordProblem(password, OWNER, COMMON_PASSWORDS);

const SHORT = 'A senha precisa de ao menos 12 caracteres.';
const LONG = 'A senha pode ter no máximo 512 caracteres.';
const LOGIN = 'A senha não pode ser o seu e-mail.';
const COMPANY = 'A senha não pode ser o nome da empresa.';
const COMMON = 'Esta senha está entre as mais usadas. Escolha outra, como uma frase curta só sua.';
const GUESSED = 'Esta senha é fácil de adivinhar. Escolha outra, como uma frase curta só sua.';
const PLAIN = 'Use uma senha com caracteres mais variados.';

describe('A password', () => {
  test.each([
    ['123456789', SHORT],
    ['onze c char', SHORT],
    // Twelve code units, but six characters.
    ['😀😁😂🤣😃😄', SHORT],
    // NFKC expands the ligature to two letters, which makes twelve characters instead of eleven.
    ['ﬁos de água', null],
    ['x y'.repeat(171), LONG],
    ['bia.ramos@exemplo.com.br', LOGIN],
    ['BIA.RAMOS!!!', LOGIN],
    ['Bia Ramos 2026', LOGIN],
    ['ramosramosramos', LOGIN],
    ['Construtora Ipê & Filhos', COMPANY],
    ['construtoraipefilhos', COMPANY],
    ['Construtora1', COMPANY],
    ['Engenharia@2026', GUESSED],
    ['prumoprumoprumo', GUESSED],
    ['Administração#1', GUESSED],
    ['Orc4mento2026', GUESSED],
    ['password1234', COMMON],
    ['qwertyuiop12', COMMON],
    ['1q2w3e4r5t!!', COMMON],
    ['P@ssw0rd2024', COMMON],
    ['Flamengo@2010', COMMON],
    ['senha123456789', COMMON],
    ['corinthians10', COMMON],
    ['dragondragon', COMMON],
    ['12345-67890!', COMMON],
    ['ｐａｓｓｗｏｒｄ１２３４', COMMON],
    ['aaaaaaaaaaaa', PLAIN],
    ['abababababab', PLAIN],
    ['klmnopqrstuv', PLAIN],
    ['9876543210zy', null],
    ['prumo-demo-x', null],
    ['tijolo sobre tijolo', null],
    ['maria 83625142', null],
    ['construtora de pontes', null],
    [' começa com espaço', null],
    ['x y z'.repeat(102), null],
  ])('%j gives %j', (password, problem) => {
    expect(problemOf(password)).toBe(problem);
  });

  test('is rejected as common for at least ten thousand words, also when decorated', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThanOrEqual(10_000);
    const words = [...COMMON_PASSWORDS].filter((word) => /^[a-z]{8,}$/.test(word));
    expect(words.length).toBeGreaterThan(500);
    const taken = words.filter((word) => problemOf(`${word.charAt(0).toUpperCase()}${word.slice(1)}#2026`) === null);
    expect(taken).toEqual([]);
  });
});
