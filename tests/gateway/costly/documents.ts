import { readdirSync, readFileSync } from 'node:fs';
import { type DocumentNode, getIntrospectionQuery, Kind, parse, print } from 'graphql';

const times = (count: number, text: (index: number) => string, between = ' '): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(between);

/** company { company { … name } }: invalid for the schema, nested to the given depth. */
const deep = (levels: number): string => (levels === 0 ? 'name' : `company { ${deep(levels - 1)} }`);
const building = (levels: number) => `{ building(companyId: "1", id: "7") { ${deep(levels)} } }`;

const bomb = (levels: number): string =>
  times(
    levels,
    (i) =>
      `fragment F${i} on Building { ...F${i + 1} ...G${i + 1} } fragment G${i} on Building { ...F${i + 1} ...G${i + 1} }`,
  ) + ` fragment F${levels} on Building { name } fragment G${levels} on Building { name }`;

const cycle = (length: number, type: string): string =>
  times(length, (i) => `fragment C${i} on ${type} { id ...C${(i + 1) % length} }`);

const introspection = (levels: number): string =>
  `{ __schema { types { ${times(levels, () => 'fields { type { ')} name ${times(levels, () => '} }')} } } }`;

const heavy = `content { partner { taxId } category { type } expectedWallet { balance { balance } }
  installments { wallet { description } shares { building { active } stage { id } } }
  apportionments { building { active } stage { id } } }`;

/** Expensive queries; each exceeds a limit of the gateway. */
const QUERIES: readonly [string, string, Record<string, unknown>?][] = [
  ...[13, 50, 300].map((n): [string, string] => [`${n} levels`, building(n)]),
  ...[21, 150, 600].map((n): [string, string] => [
    `${n} aliases`,
    `{ session { ${times(n, (i) => `a${i}: admin`)} } }`,
  ]),
  ...[11, 60].map((n): [string, string] => [`${n} root fields`, `{ ${times(n, (i) => `a${i}: session { id }`)} }`]),
  ...[9, 100, 390].map((n): [string, string] => [
    `${n} directives`,
    `{ session { admin ${times(n, () => '@skip(if: false)')} } }`,
  ]),
  ['directives on many fields', `{ session { ${times(20, (i) => `a${i}: admin @include(if: true)`)} } }`],
  ['directives that nobody knows', `{ session { admin ${times(390, (i) => `@d${i}`)} } }`],
  ...[1, 2, 10, 100].map((n): [string, string] => [
    `fragments in a circle of ${n}`,
    `{ session { ...C0 } } ${cycle(n, 'Session')}`,
  ]),
  ...[12, 14, 20, 40].map((n): [string, string] => [
    `fragments that double ${n} times`,
    `{ building(companyId: "1", id: "7") { ...F0 ...G0 } } ${bomb(n)}`,
  ]),
  ['2,001 tokens', `{ ${times(2_001, () => 'x')} }`],
  ['the same field 600 times', `{ session { ${times(600, () => 'user { id }')} } }`],
  ['fragments that nobody uses', `{ session { id } } ${times(280, (i) => `fragment U${i} on Session { id }`)}`],
  ...[501, 10_000, 2_000_000, -5].map((n): [string, string] => [
    `a page of ${n}`,
    `{ companies(size: ${n}) { size } }`,
  ]),
  ['a page of a million by variable', 'query ($n: Int!) { companies(size: $n) { size } }', { n: 1_000_000 }],
  [
    'lists of lists of lists',
    `{ a: transactions(companyId: "1", type: DEBIT, size: 500) { ${heavy} } b: transactions(companyId: "1", type: CREDIT, size: 500) { ${heavy} } }`,
  ],
  ['types of types of types', introspection(8)],
  ['300 variables', `query (${times(300, (i) => `$v${i}: Int`)}) { session { id } }`],
  ['a list of hundreds in a literal', `{ partners(sort: [${times(600, (i) => `{ id: "f${i}" }`)}]) { size } }`],
  ['lists in lists', `{ partners(sort: ${'['.repeat(900)}${']'.repeat(900)}) { size } }`],
  ['objects in objects', `{ partners(filter: ${'{ a: '.repeat(600)} 1 ${'}'.repeat(600)}) { size } }`],
  ['a name of 100 kB', `{ session { ${'a'.repeat(100_000)} } }`],
  ['a text without end', `{ partners(filter: { search: "${'\\u0041'.repeat(10_000)} }`],
  [
    'two logins',
    'mutation { login(login: "a", password: "b") { accessToken } b: login(login: "a", password: "c") { accessToken } }',
  ],
  [
    'logins by the hundred',
    `mutation { ${times(100, (i) => `a${i}: login(login: "a", password: "${i}") { accessToken }`)} }`,
  ],
  [
    'a login in a fragment',
    'mutation { ...M } fragment M on Mutation { login(login: "a", password: "b") { accessToken } logout { ok } }',
  ],
];

/** The same with variables: jest passes a `done` callback to a test function with more parameters than its row has. */
export const COSTLY_QUERIES = QUERIES.map(([what, query, variables = {}]) => [what, query, variables] as const);

const message = (inside: string): string => `subscription { assistantMessageAdded { ${inside} } }`;

const fragments = (count: number, inside: (index: number) => string): string =>
  times(count, (i) => `fragment F${i} on Session { ${inside(i)} }`);

/** Queries just below a limit, which must run as fast. Each has a name of its own, so that no document is cached. */
export const ALLOWED_QUERIES: readonly [string, (name: string) => string][] = [
  ['20 aliases', (name) => `query ${name} { session { ${times(20, (i) => `a${i}: admin`)} } }`],
  ['8 directives', (name) => `query ${name} { session { ${times(8, (i) => `a${i}: admin @include(if: true)`)} } }`],
  ['10 root fields', (name) => `query ${name} { ${times(10, (i) => `a${i}: session { id }`)} }`],
  ['the same field 100 times', (name) => `query ${name} { session { ${times(100, () => 'user { id }')} } }`],
  [
    '70 fragments side by side',
    (name) => `query ${name} { session { ${times(70, (i) => `...F${i}`)} } } ${fragments(70, () => 'user { id }')}`,
  ],
  [
    '60 fragments in each other',
    (name) =>
      `query ${name} { session { ...F0 } } ${fragments(60, (i) => `user { id } ...F${i + 1}`)} fragment F60 on Session { id }`,
  ],
  ['the whole schema', (name) => getIntrospectionQuery().replace('IntrospectionQuery', name)],
];

/** The same for subscriptions, where the schema allows them. */
export const COSTLY_SUBSCRIPTIONS: readonly [string, string][] = [
  ['21 aliases', message(times(21, (i) => `a${i}: id`))],
  ['600 aliases', message(times(600, (i) => `a${i}: id`))],
  ['9 directives', message(times(9, (i) => `a${i}: id @include(if: true)`))],
  ['390 directives on one field', message(`id ${times(390, () => '@skip(if: false)')}`)],
  ['11 root fields', `subscription { ${times(11, (i) => `a${i}: assistantMessageAdded { id }`)} }`],
  ['two root fields', 'subscription { a: assistantMessageAdded { id } b: assistantMessageAdded { id } }'],
  ['50 levels', message(deep(50))],
  ['fragments in a circle', `${message('...C0')} ${cycle(2, 'AssistantMessage')}`],
  ['fragments in a circle of 100', `${message('...C0')} ${cycle(100, 'AssistantMessage')}`],
  [
    'fragments that double 20 times',
    `${message('...F0 ...G0')} ${bomb(20).replaceAll('on Building { name }', 'on AssistantMessage { id }').replaceAll('on Building', 'on AssistantMessage')}`,
  ],
  ['2,001 tokens', message(times(2_001, () => 'id'))],
  ['introspection', 'subscription { __schema { types { name } } }'],
];

/** Reads every operation of web/ with its fragments. */
export const ownDocuments = (): { name: string; text: string }[] => {
  const texts = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => readFileSync(`web/${file}`, 'utf8'));
  const { definitions } = parse(texts.join('\n'));
  const fragments = new Map(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [])),
  );
  const namesIn = (text: string): string[] =>
    [...text.matchAll(/\.\.\.(\w+)/g)].map(([, name]) => name ?? '').filter((name) => name !== 'on');
  return definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return [];
    const used = new Set<string>();
    const collect = (text: string): void => {
      for (const name of namesIn(text)) {
        const fragment = fragments.get(name);
        if (!fragment || used.has(name)) continue;
        used.add(name);
        collect(print(fragment));
      }
    };
    collect(print(node));
    const parts = [...used].flatMap((name) => fragments.get(name) ?? []);
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [node, ...parts] };
    return [{ name: node.name?.value ?? '', text: print(document) }];
  });
};
