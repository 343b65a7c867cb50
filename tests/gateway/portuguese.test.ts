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

/** A document for each error message of graphql-js, with the complete answer. */
const DOCUMENTS: [string, string, string][] = [
  // language/parser.js, language/lexer.js
  ['what is missing', '{ session { id }', `${PARSED}confira a linha 1, coluna 17.`],
  ['what is too much', '{ session { id } } }', `${PARSED}confira a linha 1, coluna 20.`],
  ['a description of a query', '"x" { session { id } }', `${PARSED}confira a linha 1, coluna 1.`],
  [
    'a variable in a default',
    'query ($a: ID = $b) { company(id: $a) { id } }',
    `${PARSED}confira a linha 1, coluna 17.`,
  ],
  ['single quotes', "{ company(id: '1') { id } }", `${PARSED}confira a linha 1, coluna 15.`],
  ['a character of no language', '{ session { ? } }', `${PARSED}confira a linha 1, coluna 13.`],
  ['a number with a letter', '{ companies(size: 1x) { size } }', `${PARSED}confira a linha 1, coluna 20.`],
  ['a number that begins with 0', '{ companies(size: 01) { size } }', `${PARSED}confira a linha 1, coluna 20.`],
  ['a number that breaks off', '{ companies(size: 1.) { size } }', `${PARSED}confira a linha 1, coluna 21.`],
  ['a text without an end', '{ company(id: "1) { id } }', `${PARSED}confira a linha 1, coluna 27.`],
  ['an escape that is none', String.raw`{ company(id: "\q") { id } }`, `${PARSED}confira a linha 1, coluna 16.`],
  ['half a character', String.raw`{ company(id: "\ud800") { id } }`, `${PARSED}confira a linha 1, coluna 16.`],
  ['too many tokens', `{ ${'a '.repeat(2_001)}}`, `${PARSED}confira a linha 1, coluna 2001.`],
  // validation/rules
  ['a field of no type', '{ session { nothing } }', `${VALID}confira o campo "nothing" (linha 1, coluna 13).`],
  ['a fragment on a value', '{ session { ... on ID { x } } }', `${VALID}confira o tipo "ID" (linha 1, coluna 20).`],
  [
    'a named fragment on a value',
    '{ session { ...F } } fragment F on ID { x }',
    `${VALID}confira o tipo "ID" (linha 1, coluna 36).`,
  ],
  [
    'an argument of no field',
    '{ company(id: "1", x: 1) { id } }',
    `${VALID}confira o argumento "x" (linha 1, coluna 20).`,
  ],
  [
    'an argument of no directive',
    '{ session { id @skip(if: true, x: 1) } }',
    `${VALID}confira o argumento "x" (linha 1, coluna 32).`,
  ],
  [
    'a directive that is not there',
    '{ session { id @nothing } }',
    `${VALID}confira a diretiva "@nothing" (linha 1, coluna 16).`,
  ],
  [
    'a directive in another place',
    'query @skip(if: true) { session { id } }',
    `${VALID}confira a diretiva "@skip" (linha 1, coluna 7).`,
  ],
  [
    'a directive twice',
    '{ session { id @skip(if: true) @skip(if: true) } }',
    `${VALID}confira a diretiva "@skip" (linha 1, coluna 16).`,
  ],
  ['a fragment that is not there', '{ session { ...F } }', `${VALID}confira "F" (linha 1, coluna 16).`],
  [
    'a type that is not there',
    'query ($a: Nothing) { company(id: $a) { id } }',
    `${VALID}confira o tipo "Nothing" (linha 1, coluna 12).`,
  ],
  [
    'an operation without a name beside another',
    '{ session { id } } query B { session { id } }',
    `${VALID}confira a operação (linha 1, coluna 1).`,
  ],
  [
    'a schema that is asked too deep',
    '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
    `${VALID}confira o campo "__schema" (linha 1, coluna 3).`,
  ],
  [
    'fragments in a circle',
    '{ session { ...F } } fragment F on Session { ...F }',
    `${VALID}confira o fragmento "F" (linha 1, coluna 46).`,
  ],
  [
    'a variable that is not declared',
    '{ company(id: $a) { id } }',
    `${VALID}confira a variável "$a" (linha 1, coluna 15).`,
  ],
  [
    'the same in an operation with a name',
    'query Q { company(id: $a) { id } }',
    `${VALID}confira a variável "$a" (linha 1, coluna 23).`,
  ],
  [
    'a fragment that nobody uses',
    '{ session { id } } fragment F on Session { id }',
    `${VALID}confira o fragmento "F" (linha 1, coluna 20).`,
  ],
  [
    'a variable that nobody uses',
    'query ($a: Int) { session { id } }',
    `${VALID}confira a variável "$a" (linha 1, coluna 8).`,
  ],
  ['a name for two fields', '{ session { a: id a: admin } }', `${VALID}confira o campo "id" (linha 1, coluna 13).`],
  [
    'a fragment of another type',
    '{ session { ... on Wallet { id } } }',
    `${VALID}confira o fragmento (linha 1, coluna 13).`,
  ],
  [
    'a named fragment of another type',
    '{ session { ...F } } fragment F on Wallet { id }',
    `${VALID}confira o fragmento "F" (linha 1, coluna 13).`,
  ],
  ['an argument that is missing', '{ company { id } }', `${VALID}confira o campo "company" (linha 1, coluna 3).`],
  [
    'a condition that is missing',
    '{ session { id @skip } }',
    `${VALID}confira a diretiva "@skip" (linha 1, coluna 16).`,
  ],
  ['fields of a value', '{ session { id { x } } }', `${VALID}confira a seleção (linha 1, coluna 16).`],
  ['no fields of a row', '{ session }', `${VALID}confira o campo "session" (linha 1, coluna 3).`],
  ['an argument twice', '{ company(id: "1", id: "2") { id } }', `${VALID}confira "id" (linha 1, coluna 11).`],
  [
    'a fragment twice',
    '{ session { ...F } } fragment F on Session { id } fragment F on Session { id }',
    `${VALID}confira "F" (linha 1, coluna 31).`,
  ],
  ['a key twice', filtered('{ search: "a", search: "b" }'), `${VALID}confira "search" (linha 1, coluna 55).`],
  [
    'an operation twice',
    'query A { session { id } } query A { session { id } }',
    `${VALID}confira "A" (linha 1, coluna 7).`,
  ],
  [
    'a variable twice',
    'query ($a: ID!, $a: ID!) { company(id: $a) { id } }',
    `${VALID}confira "a" (linha 1, coluna 9).`,
  ],
  ['a key that is not there', filtered('{ nothing: 1 }'), `${VALID}confira o campo "nothing" (linha 1, coluna 55).`],
  [
    'a key that is missing',
    '{ partners(sort: [{ desc: true }]) { size } }',
    `${VALID}confira o valor {desc: true} (linha 1, coluna 19).`,
  ],
  ['null where it may not be', '{ company(id: null) { id } }', `${VALID}confira o valor null (linha 1, coluna 15).`],
  ['a value where an object is', filtered('1'), `${VALID}confira o valor 1 (linha 1, coluna 53).`],
  [
    'a value of no choice',
    '{ transactions(companyId: "1", type: LOAN) { size } }',
    `${VALID}confira o valor LOAN (linha 1, coluna 38).`,
  ],
  [
    'a text where a choice is',
    '{ transactions(companyId: "1", type: "DEBIT") { size } }',
    `${VALID}confira o valor "DEBIT" (linha 1, coluna 38).`,
  ],
  [
    'a text where a number is',
    '{ companies(size: "1") { size } }',
    `${VALID}confira o valor "1" (linha 1, coluna 19).`,
  ],
  [
    'a number that is too big',
    '{ companies(size: 3000000000) { size } }',
    `${VALID}confira o valor 3000000000 (linha 1, coluna 19).`,
  ],
  ['a number where a text is', filtered('{ search: 1 }'), `${VALID}confira o valor 1 (linha 1, coluna 63).`],
  [
    'a text where yes or no is',
    '{ session { id @skip(if: "x") } }',
    `${VALID}confira o valor "x" (linha 1, coluna 26).`,
  ],
  ['an object where an id is', '{ company(id: {}) { id } }', `${VALID}confira o valor {} (linha 1, coluna 15).`],
  [
    'a day that is none',
    '{ companyBalance(companyId: "1", endDate: "0000-01-01") { value } }',
    `${VALID}Informe uma data como "2026-11-20".`,
  ],
  [
    'a variable of an answer',
    'query ($a: Session) { company(id: $a) { id } }',
    `${VALID}confira o tipo "Session" (linha 1, coluna 12).`,
  ],
  [
    'a variable in a wrong place',
    'query ($a: ID) { company(id: $a) { id } }',
    `${VALID}confira a variável "$a" (linha 1, coluna 8).`,
  ],
  [
    'a definition of a type',
    '{ session { id } } type T { id: ID }',
    `${VALID}confira a definição (linha 1, coluna 20).`,
  ],
];

const ENGLISH =
  /\b(the|must|cannot|unexpected|expected|unknown|invalid|provided|value|type of|did you mean|found|field)\b/i;

describe('An invalid document gets its error in Portuguese:', () => {
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
  ['one that is left out', READ, {}, `${REQUEST}confira a variável "$id" (linha 1, coluna 8).`],
  ['one that is null', READ, { id: null }, `${REQUEST}confira a variável "$id" (linha 1, coluna 8).`],
  ['one of another kind', READ, { id: {} }, `${REQUEST}confira a variável "$id" (linha 1, coluna 8).`],
  ['a list for an object', CREATE, { input: [] }, `${REQUEST}confira a variável "$input" (linha 1, coluna 11).`],
];

describe('Invalid variables get their error in Portuguese:', () => {
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

  test('null for an argument with a default is reported at its field, not as an internal error', async () => {
    const query = 'query ($id: ID = "1") { session { id } company(id: $id) { id } }';
    for (const _time of [1, 2]) {
      const { status, data, errors } = await gateway.ask(query, { variables: { id: null } });
      expect([status, data]).toEqual([200, { session: { id: '3' }, company: null }]);
      expect(errors).toMatchObject([
        {
          path: ['company'],
          message: `${REQUEST}confira a variável "$id" (linha 1, coluna 52).`,
          extensions: { code: 'INVALID' },
        },
      ]);
    }
  });

  test('null for a condition with a default is rejected, not an internal error', async () => {
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

test('The path of a value is parsed from a message of the installed graphql-js; a new release needs a check', () => {
  const { version } = JSON.parse(readFileSync('node_modules/graphql/package.json', 'utf8')) as { version: string };
  expect(version).toBe('16.15.0');
});
