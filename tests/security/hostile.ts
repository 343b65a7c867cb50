import fc from 'fast-check';
import type { Draft, Said, Step, Target } from './twinTenants/target.ts';

/** The same inputs on every machine; FUZZ_SEED tries others, FUZZ_RUNS more of them. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20261121);
const factor = Number(process.env['FUZZ_RUNS'] ?? 1);

/** Values that somebody sends who means no good, or whose program is wrong. */
const NASTY: readonly unknown[] = [
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udc00x', '\ufeff', '\u202e', 'é'.repeat(300), 'x'.repeat(5_000), '😀'],
  ...["'", "' or 1=1 --", "'; drop table users; --", '%', '_', '\\', '\\x00', '$1', '{}', '[]', 'null', '<script>'],
  ...['NaN', 'Infinity', '-0', '1e400', '1,5', '0x10', '٣', '1_000', '99999999999999999999', '-9999999999999999.99'],
  ...['0000-00-00', '2026-02-30', '2026-13-01', '9999-12-31', '-0001-01-01', '2026-11-20T00:00:00Z', 'infinity'],
  ...['__proto__', 'constructor', 'toString', '../../etc/passwd', 'a,b', '1,2,3', 'id:desc', 'id;desc', 'data:,x'],
  ...[0, -1, -0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, 9_007_199_254_740_991, true, false, null],
  ...[
    [],
    {},
    [[]],
    [null],
    [{}],
    { id: null },
    { id: '1' },
    { id: -1 },
    { id: 1.5 },
    { id: {} },
    { __proto__: { a: 1 } },
  ],
];

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Every place of a draft: its leaves, and the objects and lists that they stand in. */
const placesOf = (node: unknown, path: Step[] = []): Step[][] => {
  if (typeof node !== 'object' || node === null) return [path];
  const keys = Array.isArray(node) ? node.map((_, index) => index) : Object.keys(node);
  const inner = keys.flatMap((key) => placesOf(Reflect.get(node, key), [...path, key]));
  return path.length > 1 ? [path, ...inner] : inner;
};

const written = (draft: Draft, path: Step[], value: unknown): Draft => {
  const copy = structuredClone(draft);
  const parent = path.slice(0, -1).reduce<unknown>((node, step) => Reflect.get(Object(node), step), copy);
  const key = path.at(-1);
  if (key !== undefined) Object.defineProperty(Object(parent), key, { value, enumerable: true, writable: true });
  return copy;
};

export interface Attempt {
  target: Target;
  draft: Draft;
  what: string;
}

/**
 * Requests that are right but for one or two places, for all targets alike. A place may be one that the contract has and
 * the request leaves out, or one that no contract has.
 */
export const attemptsOn = (targets: readonly Target[], draftOf: (target: Target) => Draft, each: number): Attempt[] => {
  const one = fc.tuple(fc.nat(), hostile, fc.nat(), hostile, fc.nat(3));
  const samples = fc.sample(one, { seed, numRuns: Math.ceil(each * factor) * targets.length });
  return samples.flatMap(([place, value, second, other, twice], index) => {
    const target = targets[index % targets.length];
    if (!target) return [];
    const draft = draftOf(target);
    const extra: Step[][] = [
      ['query', 'sort'],
      ['query', 'page'],
      ['query', 'from'],
      ['query', 'estranho'],
    ];
    const places = [...placesOf(draft), ...target.positions.map(({ path }) => path), ...extra];
    const paths = [places[place % places.length] ?? [], ...(twice === 0 ? [places[second % places.length] ?? []] : [])];
    const usable = paths.filter((path) => path.length > 0);
    try {
      const changed = usable.reduce((all, path, which) => written(all, path, which === 0 ? value : other), draft);
      const what = `${target.key} with ${usable.map((path) => path.join('.')).join(' and ')} = ${JSON.stringify([value, other])}`;
      return [{ target, draft: changed, what: what.slice(0, 400) }];
    } catch {
      // A place below one that the first value has taken away.
      return [];
    }
  });
};

/** Words of frameworks and databases that no person should read; §5 gives one English sentence on purpose. */
const FOREIGN =
  /\b(invalid|unexpected|expected|must|should(?! be >= 1)|cannot|failed|failure|required|property|syntax|relation|column|violates|constraint|undefined|object|variable|argument|stack|select|insert|postgres|typebox|fastify)\b|\.ts:|node_modules/i;

/** Names and texts of a draft: a refusal may repeat what was sent, and nothing else is left out of what is looked at. */
const textsOf = (node: unknown): string[] => {
  if (typeof node === 'string') return [node];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [name, ...textsOf(value)]);
};

/** What is wrong with a refusal; null when it is one that a person can read. `sent` is what it may repeat. */
export const complaintAbout = (status: number, message: unknown, sent?: unknown): string | null => {
  if (status >= 500) return `status ${status}: ${String(message)}`;
  if (typeof message !== 'string' || message.trim() === '') return `status ${status} without a message`;
  const repeated = textsOf(sent).filter((text) => FOREIGN.test(text));
  const own = repeated.reduce((left, text) => left.replaceAll(text, ' '), message);
  return FOREIGN.test(own) ? `status ${status}: ${message}` : null;
};

/** What was asked, as far as an answer is judged by it: a refusal may repeat what was sent. */
export interface Asked {
  key?: string;
  sent?: unknown;
}

/** Postal codes are looked up at a service of others, of which there is none here. */
export const ASKS_OTHERS = /\/cep\/:cep$|^query address$/;

/** Sends them a few at a time; answers what was wrong, at most one line for each target and complaint. */
export const sendAll = async (
  attempts: readonly Attempt[],
  token: string | undefined,
  judge: (said: Said, asked: Asked) => string | null,
): Promise<string[]> => {
  const complaints = new Map<string, string>();
  for (let start = 0; start < attempts.length; start += 8) {
    const batch = attempts.slice(start, start + 8).map(async (attempt) => {
      const { target, draft, what } = attempt;
      const complaint = judge(await target.send(draft, token), { key: target.key, sent: draft });
      if (complaint !== null) complaints.set(`${target.key} ${complaint}`, `${what}\n  ${complaint}`);
    });
    await Promise.all(batch);
  }
  return [...complaints.values()];
};
