import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { type ScriptedServices, startScriptedServices } from '../support/scriptedServices.ts';

let services: ScriptedServices;
let gateway: TestGateway;
beforeAll(async () => {
  services = await startScriptedServices();
  gateway = await startGateway({ services: services.url });
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const filtered = (filter: string) => `{ transactions(companyId: "1", type: DEBIT, filter: ${filter}) { size } }`;
const VALID = 'A consulta não serve para este esquema: ';
const PARSED = 'A consulta não é GraphQL válido: ';
const REQUEST = 'A requisição não é válida: ';

/** A document for each error message of graphql-js, with the complete translation. */
const DOCUMENTS: [string, string, string][] = [
  // language/parser.js, language/lexer.js
  ['what is missing', '{ session { id }', `${PARSED}esperava Name e encontrou <EOF>.`],
  ['what is too much', '{ session { id } } }', `${PARSED}não esperava "}".`],
  ['a description of a query', '"x" { session { id } }', `${PARSED}uma descrição não pode ficar aqui.`],
  [
    'a variable in a default',
    'query ($a: ID = $b) { company(id: $a) { id } }',
    `${PARSED}a variável "$b" não pode ficar num valor constante.`,
  ],
  ['single quotes', "{ company(id: '1') { id } }", `${PARSED}use aspas duplas em vez de aspas simples (').`],
  ['a character of no language', '{ session { ? } }', `${PARSED}não esperava o caractere "?".`],
  ['a number with a letter', '{ companies(size: 1x) { size } }', `${PARSED}o número não serve: "x".`],
  ['a number that begins with 0', '{ companies(size: 01) { size } }', `${PARSED}o número não serve: "1".`],
  ['a number that breaks off', '{ companies(size: 1.) { size } }', `${PARSED}o número não serve: ")".`],
  ['a text without an end', '{ company(id: "1) { id } }', `${PARSED}um texto não tem fim.`],
  ['an escape that is none', String.raw`{ company(id: "\q") { id } }`, `${PARSED}o caractere "\\q" não serve.`],
  ['half a character', String.raw`{ company(id: "\ud800") { id } }`, `${PARSED}o caractere "\\ud800" não serve.`],
  ['too many tokens', `{ ${'a '.repeat(2_001)}}`, `${PARSED}a consulta tem mais de 1000 símbolos.`],
  // validation/rules
  ['a field of no type', '{ session { nothing } }', `${VALID}o tipo "Session" não tem o campo "nothing".`],
  ['a fragment on a value', '{ session { ... on ID { x } } }', `${VALID}não há fragmento de "ID", que não tem campos.`],
  [
    'a named fragment on a value',
    '{ session { ...F } } fragment F on ID { x }',
    `${VALID}não há fragmento de "ID", que não tem campos.`,
  ],
  ['an argument of no field', '{ company(id: "1", x: 1) { id } }', `${VALID}"Query.company" não tem o argumento "x".`],
  [
    'an argument of no directive',
    '{ session { id @skip(if: true, x: 1) } }',
    `${VALID}"@skip" não tem o argumento "x".`,
  ],
  ['a directive that is not there', '{ session { id @nothing } }', `${VALID}não há a diretiva "@nothing".`],
  [
    'a directive in another place',
    'query @skip(if: true) { session { id } }',
    `${VALID}a diretiva "@skip" não pode ficar aqui.`,
  ],
  [
    'a directive twice',
    '{ session { id @skip(if: true) @skip(if: true) } }',
    `${VALID}a diretiva "@skip" está repetida.`,
  ],
  ['a fragment that is not there', '{ session { ...F } }', `${VALID}não há o fragmento "F".`],
  ['a type that is not there', 'query ($a: Nothing) { company(id: $a) { id } }', `${VALID}não há o tipo "Nothing".`],
  [
    'an operation without a name beside another',
    '{ session { id } } query B { session { id } }',
    `${VALID}uma operação sem nome deve vir sozinha.`,
  ],
  [
    'a schema that is asked too deep',
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    `${VALID}a consulta do esquema é profunda demais.`,
  ],
  [
    'fragments in a circle',
    '{ session { ...F } } fragment F on Session { ...F }',
    `${VALID}o fragmento "F" contém a si mesmo.`,
  ],
  ['a variable that is not declared', '{ company(id: $a) { id } }', `${VALID}a variável "$a" não foi declarada.`],
  [
    'the same in an operation with a name',
    'query Q { company(id: $a) { id } }',
    `${VALID}a variável "$a" não foi declarada.`,
  ],
  [
    'a fragment that nobody uses',
    '{ session { id } } fragment F on Session { id }',
    `${VALID}o fragmento "F" não é usado.`,
  ],
  ['a variable that nobody uses', 'query ($a: Int) { session { id } }', `${VALID}a variável "$a" não é usada.`],
  [
    'a name for two fields',
    '{ session { a: id a: admin } }',
    `${VALID}o campo "a" é pedido de duas formas diferentes.`,
  ],
  [
    'a fragment of another type',
    '{ session { ... on Wallet { id } } }',
    `${VALID}um fragmento de "Wallet" não serve em "Session".`,
  ],
  [
    'a named fragment of another type',
    '{ session { ...F } } fragment F on Wallet { id }',
    `${VALID}um fragmento de "Wallet" não serve em "Session".`,
  ],
  ['an argument that is missing', '{ company { id } }', `${VALID}o argumento "id" de "company" é obrigatório.`],
  ['a condition that is missing', '{ session { id @skip } }', `${VALID}o argumento "if" de "@skip" é obrigatório.`],
  ['fields of a value', '{ session { id { x } } }', `${VALID}"id" não tem campos.`],
  ['no fields of a row', '{ session }', `${VALID}diga quais campos de "session" ("Session") pede.`],
  ['an argument twice', '{ company(id: "1", id: "2") { id } }', `${VALID}há mais de um "id".`],
  [
    'a fragment twice',
    '{ session { ...F } } fragment F on Session { id } fragment F on Session { id }',
    `${VALID}há mais de um "F".`,
  ],
  ['a key twice', filtered('{ search: "a", search: "b" }'), `${VALID}há mais de um "search".`],
  ['an operation twice', 'query A { session { id } } query A { session { id } }', `${VALID}há mais de um "A".`],
  ['a variable twice', 'query ($a: ID!, $a: ID!) { company(id: $a) { id } }', `${VALID}há mais de um "$a".`],
  ['a key that is not there', filtered('{ nothing: 1 }'), `${VALID}"TransactionFilter" não tem o campo "nothing".`],
  [
    'a key that is missing',
    '{ partners(sort: [{ desc: true }]) { size } }',
    `${VALID}o campo "SortInput.id" é obrigatório.`,
  ],
  ['null where it may not be', '{ company(id: null) { id } }', `${VALID}o valor não serve para o tipo "ID!".`],
  ['a value where an object is', filtered('1'), `${VALID}o valor não serve para o tipo "TransactionFilter".`],
  [
    'a value of no choice',
    '{ transactions(companyId: "1", type: LOAN) { size } }',
    `${VALID}"LOAN" não é um valor de "TransactionType".`,
  ],
  [
    'a text where a choice is',
    '{ transactions(companyId: "1", type: "DEBIT") { size } }',
    `${VALID}informe um valor de "TransactionType", sem aspas.`,
  ],
  ['a text where a number is', '{ companies(size: "1") { size } }', `${VALID}o valor não serve para o tipo "Int".`],
  [
    'a number that is too big',
    '{ companies(size: 3000000000) { size } }',
    `${VALID}o valor não serve para o tipo "Int".`,
  ],
  ['a number where a text is', filtered('{ search: 1 }'), `${VALID}o valor não serve para o tipo "String".`],
  [
    'a text where yes or no is',
    '{ session { id @skip(if: "x") } }',
    `${VALID}o valor não serve para o tipo "Boolean".`,
  ],
  ['an object where an id is', '{ company(id: {}) { id } }', `${VALID}o valor não serve para o tipo "ID".`],
  [
    'a day that is none',
    '{ companyBalance(companyId: "1", endDate: "0000-01-01") { value } }',
    `${VALID}Informe uma data como "2026-11-20".`,
  ],
  [
    'a variable of an answer',
    'query ($a: Session) { company(id: $a) { id } }',
    `${VALID}a variável "$a" não pode ser do tipo "Session".`,
  ],
  [
    'a variable in a wrong place',
    'query ($a: ID) { company(id: $a) { id } }',
    `${VALID}a variável "$a" é "ID" onde se espera "ID!".`,
  ],
  [
    'a definition of a type',
    '{ session { id } } type T { id: ID }',
    `${VALID}uma consulta não traz definições de tipos.`,
  ],
];

const ENGLISH =
  /\b(the|must|cannot|unexpected|expected|unknown|invalid|provided|value|type of|did you mean|found|field)\b/i;

describe('What is wrong with a document is said in Portuguese', () => {
  test.each(DOCUMENTS)('%s', async (_, query, message) => {
    const { status, errors } = await gateway.ask(query);
    const messages = (errors ?? []).map((error) => error.message);
    expect([status, messages]).toEqual([400, expect.arrayContaining([message])]);
    for (const one of messages) expect(one.replace(/"[^"]*"/g, '')).not.toMatch(ENGLISH);
  });
});

const CREATE =
  'mutation ($input: TransactionInput!) { createTransaction(companyId: "1", type: DEBIT, input: $input) { transaction { id } } }';
const READ = 'query ($id: ID!) { company(id: $id) { id } }';

/** The same for variables, with the form field where there is one. */
const VARIABLES: [string, string, Record<string, unknown>, string, object[]?][] = [
  ['one that is left out', READ, {}, `${REQUEST}a variável "$id" ("ID!") é obrigatória.`],
  ['one that is null', READ, { id: null }, `${REQUEST}a variável "$id" ("ID!") é obrigatória.`],
  ['one of another kind', READ, { id: {} }, `${REQUEST}o valor da variável "$id" não serve.`],
  ['a list for an object', CREATE, { input: [] }, `${REQUEST}o valor da variável "$input" não serve.`],
];

describe('What is wrong with variables is said in Portuguese', () => {
  test.each(VARIABLES)('%s', async (_, query, variables, message) => {
    const { status, errors } = await gateway.ask(query, { variables });
    expect([status, errors?.map((error) => error.message)]).toEqual([400, expect.arrayContaining([message])]);
    for (const one of errors ?? []) expect(one.message.replace(/"[^"]*"/g, '')).not.toMatch(ENGLISH);
  });

  test.each([
    [
      'a day that is none',
      { installments: [{ dueDate: '31/2' }] },
      'installments.0.dueDate',
      'Informe uma data como "2026-11-20".',
    ],
    [
      'the year 0',
      { installments: [{ dueDate: '0000-01-01' }] },
      'installments.0.dueDate',
      'Informe uma data como "2026-11-20".',
    ],
    [
      'a number for a decimal',
      { installments: [{ grossValue: 10.1 }] },
      'installments.0.grossValue',
      'Informe um número decimal como texto, por exemplo "1234.50".',
    ],
    ['null where it may not be', { installments: [{ dueDate: null }] }, 'installments.0.dueDate', 'Campo obrigatório.'],
    ['a number for a text', { description: 7 }, 'description', 'Valor inválido.'],
    ['a text for an object', { installments: ['x'] }, 'installments.0', 'Valor inválido.'],
    ['a number for an id', { partnerId: 1.5 }, 'partnerId', 'Valor inválido.'],
    ['a text that says where it is', { description: ['x at "input.a"; Expected b'] }, 'description', 'Valor inválido.'],
  ])('%s, at its field', async (_, input, path, message) => {
    const { status, errors } = await gateway.ask(CREATE, { variables: { input } });
    expect(status).toBe(400);
    const fields = (errors ?? []).flatMap(
      ({ extensions }) => (extensions.fields ?? []) as { path: string; message: string }[],
    );
    expect(fields).toContainEqual({ path, message });
    for (const field of fields) expect(field.message).not.toMatch(ENGLISH);
    for (const one of errors ?? []) expect(one.message.replace(/"[^"]*"/g, '')).not.toMatch(ENGLISH);
    expect(JSON.stringify(errors)).not.toContain('INTERNAL');
  });

  test('null for an argument with a default is told at its field, and is no fault of ours', async () => {
    const query = 'query ($id: ID = "1") { session { id } company(id: $id) { id } }';
    for (const _time of [1, 2]) {
      const { status, data, errors } = await gateway.ask(query, { variables: { id: null } });
      expect([status, data]).toEqual([200, { session: { id: '3' }, company: null }]);
      expect(errors).toMatchObject([
        { path: ['company'], message: `${REQUEST}o argumento "id" é obrigatório.`, extensions: { code: 'INVALID' } },
      ]);
    }
  });

  test('null for a condition with a default is refused, and is no fault of ours', async () => {
    const query = 'query ($on: Boolean = true) { session { id @include(if: $on) } }';
    for (const _time of [1, 2]) {
      const { status, errors } = await gateway.ask(query, { variables: { on: null } });
      expect([status, errors?.map(({ message }) => message)]).toEqual([
        400,
        ['Uma condição (@skip, @include) não pode ser nula.'],
      ]);
    }
  });
});

test('The sentences are those of the graphql-js that is installed: another release asks for another look', () => {
  const { version } = JSON.parse(readFileSync('node_modules/graphql/package.json', 'utf8')) as { version: string };
  expect(version).toBe('16.15.0');
});
