import { readdirSync } from 'node:fs';
import type { TSchema } from 'typebox';
import type { Endpoint } from '#schema/platform/endpoint.ts';
import type { TransportAnswer } from '#gateway/rest/exchange.ts';
import { SERVICE_NAMES, type ServiceUrls } from '#gateway/rest/services.ts';
import { Transport, type TransportRequest } from '#gateway/rest/transport.ts';
import { ADMIN_SESSION } from '../../support/scriptedServices.ts';
import { Random, seedOf } from './random.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value;

/** Reads every endpoint of the contract. */
const endpoints = async (): Promise<Endpoint[]> => {
  const files = readdirSync('schema', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(rest|endpoints)\.ts$/.test(file),
  );
  const modules: Record<string, unknown>[] = [];
  // One by one: Jest links modules that several imports share only once they are there.
  for (const file of files) modules.push((await import(`#schema/${file}`)) as Record<string, unknown>);
  return modules
    .flatMap((module) => Object.values(module).flatMap((made) => Object.values(Object(made) as object)))
    .filter(isEndpoint);
};

/** Rates at which a service breaks its contract or rejects a call, so that fields become null. */
export interface Faults {
  refused: number;
  broken: number;
}

/** The parts of JSON Schema that the contract uses. */
interface Shape {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  minimum?: number;
}

const TEXTS: Readonly<Record<string, string>> = {
  decimal: '10.10',
  date: '2026-11-20',
  'date-time': '2026-11-20T12:00:00.000Z',
};

/** Generates a value of this shape, the same for the same seed. */
const sample = (shape: Shape, random: Random, faults: Faults): unknown => {
  if (random.chance(faults.broken)) return null;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return random.of(shape.enum);
  if (shape.anyOf) return sample(random.of(shape.anyOf), random, faults);
  if (shape.type === 'array') {
    return Array.from({ length: random.below(4) }, () => sample(shape.items ?? {}, random, faults));
  }
  if (shape.type === 'object') return sampleObject(shape, random, faults);
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(shape.minimum ?? 0, random.below(9));
  if (shape.type === 'boolean') return random.chance(0.5);
  if (shape.type === 'null') return null;
  return TEXTS[shape.format ?? ''] ?? random.of(['a', 'b', 'Ipê']);
};

const sampleObject = ({ properties = {}, patternProperties, required = [] }: Shape, random: Random, faults: Faults) => {
  const made: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(properties)) {
    if (!required.includes(name) && random.chance(0.3)) continue;
    made[name] = sample(inner, random, faults);
  }
  for (const inner of Object.values(patternProperties ?? {}))
    made[random.of(['1', '7'])] = sample(inner, random, faults);
  return made;
};

const body = (answer: unknown): string => JSON.stringify(answer);

/**
 * Services that generate every response from its endpoint's schema and the call's address: the same call always gets
 * the same response.
 */
export class RecordedServices extends Transport {
  readonly #known: { method: string; pattern: RegExp; endpoint: Endpoint }[];
  faults: Faults = { refused: 0, broken: 0 };
  /** Calls since the last reset. */
  calls: string[] = [];

  private constructor(known: readonly Endpoint[]) {
    // Never connected: every call is answered here.
    super(Object.fromEntries(SERVICE_NAMES.map((name) => [name, 'http://recorded.invalid'])) as ServiceUrls);
    this.#known = known.map((endpoint) => ({
      method: endpoint.method,
      // Paths of literal segments match before those with parameters.
      pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`),
      endpoint,
    }));
    this.#known.sort((a, b) => Number(a.endpoint.path.includes(':id')) - Number(b.endpoint.path.includes(':id')));
  }

  static async start(): Promise<RecordedServices> {
    return new RecordedServices(await endpoints());
  }

  override async send({ method, address }: TransportRequest): Promise<TransportAnswer> {
    this.calls.push(`${method} ${address}`);
    const [path = '', query = ''] = address.split('?', 2);
    const random = new Random(seedOf(`${method} ${address}`));
    const known = this.#known.find((one) => one.method === method && one.pattern.test(path));
    const answered = (status: number, text: string): TransportAnswer => ({ status, headers: {}, text });
    if (path.endsWith('/security/session')) return answered(200, body({ ok: true, data: ADMIN_SESSION }));
    if (!known || random.chance(this.faults.refused))
      return answered(random.of([404, 503, 403]), body({ message: 'Recusado' }));
    const data = sample(known.endpoint.answer as TSchema as Shape, random, this.faults);
    const ids = new URLSearchParams(query).get('ids');
    const rows = Object(data) as { content?: { id: number }[] };
    // A batch returns exactly the requested rows.
    if (ids && Array.isArray(rows.content)) {
      rows.content = ids
        .split(',')
        .map((id) => ({ ...(sample(contentOf(known.endpoint), random, this.faults) as object), id: Number(id) }));
    }
    return answered(200, known.endpoint.bare ? body(data) : body({ ok: true, data }));
  }
}

const contentOf = ({ answer }: Endpoint): Shape => (answer as TSchema as Shape).properties?.content?.items ?? {};
