import fc from 'fast-check';
import type { Draft, RouteResponse, Step, Target } from './twinTenants/target.ts';

/** The same inputs on every machine. FUZZ_SEED selects others, FUZZ_RUNS sends more. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 20261121);
const factor = Number(process.env['FUZZ_RUNS'] ?? 1);

/** Values from attackers or faulty clients. */
export const HOSTILE_VALUES: readonly unknown[] = [
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
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Paths of a draft: its leaves and the objects and lists that contain them. */
export const placesOf = (node: unknown, path: Step[] = []): Step[][] => {
  if (typeof node !== 'object' || node === null) return [path];
  const keys = Array.isArray(node) ? node.map((_, index) => index) : Object.keys(node);
  const inner = keys.flatMap((key) => placesOf(Reflect.get(node, key), [...path, key]));
  return path.length > 1 ? [path, ...inner] : inner;
};

/** A copy with another value at one place. */
export const written = <T>(draft: T, path: readonly Step[], value: unknown): T => {
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
 * Valid requests with one or two places changed, over all targets. A place may be a field that the request omits, or
 * one that the contract lacks.
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
      // The first value has removed the parent of the second place.
      return [];
    }
  });
};

/** Terms of frameworks and databases that must not reach a user; §5 prescribes one English sentence. */
const FOREIGN =
  /\b(invalid|unexpected|expected|must|should(?! be >= 1)|cannot|failed|failure|required|property|syntax|relation|column|violates|constraint|undefined|object|variable|argument|stack|select|insert|postgres|typebox|fastify)\b|\.ts:|node_modules/i;

/** Keys and texts of a draft, which are removed from the error before the search: an error may repeat the input. */
const textsOf = (node: unknown): string[] => {
  if (typeof node === 'string') return [node];
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [name, ...textsOf(value)]);
};

/**
 * Returns what is wrong with an error message, or null if a user can read it. `sent` is the input that it may repeat.
 */
export const problemOfAnswer = (status: number, message: unknown, sent?: unknown): string | null => {
  if (status >= 500) return `status ${status}: ${String(message)}`;
  if (typeof message !== 'string' || message.trim() === '') return `status ${status} without a message`;
  const repeated = textsOf(sent).filter((text) => FOREIGN.test(text));
  const own = repeated.reduce((left, text) => left.replaceAll(text, ' '), message);
  return FOREIGN.test(own) ? `status ${status}: ${message}` : null;
};

/** The request of a response: an error may repeat its input. */
export interface SentRequest {
  key?: string;
  sent?: unknown;
}

/** Needs the external postal-code service, which tests do not have. */
export const ASKS_OTHERS = /\/cep\/:cep$|^query address$/;

/** Sends the requests, some in parallel. Returns the complaints, at most one for each target and kind. */
export const sendAll = async (
  attempts: readonly Attempt[],
  token: string | undefined,
  judge: (response: RouteResponse, request: SentRequest) => string | null,
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
