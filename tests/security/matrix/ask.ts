import type { GraphQLSchema } from 'graphql';
import type { TestGateway } from '#tests/support/gateway.ts';
import { ASKS_OTHERS } from '../hostile.ts';
import { findRoutes, type Route } from '../twinTenants/endpoints.ts';
import { fieldTargets } from '../twinTenants/fields.ts';
import { ownDraft } from '../twinTenants/probe.ts';
import { routeTarget } from '../twinTenants/requests.ts';
import { findRow } from '../twinTenants/rows.ts';
import { MISSING_ID } from '../twinTenants/tables.ts';
import { replaced, type Draft, type RouteResponse, type Step, type Target } from '../twinTenants/target.ts';
import type { World } from '../twinTenants/world.ts';
import { expectedOf, hidesRow, isOfBuilding, type Asker, type Verdict } from './oracle.ts';

/** A route or a root field, with a request that shows who has access and changes nothing. */
export interface Question {
  key: string;
  /** Whether it is about one company. */
  namesCompany: boolean;
  /** Whether it names a row of one building, so that access means returning that row. */
  ofBuilding: boolean;
  ask(token: string | undefined, expected: string): Promise<RouteResponse>;
  verdict(said: RouteResponse, expected: Verdict | 'knows no such row'): string;
}

/** Statuses that grant access but reject an invalid request. */
const HARMLESS = new Set([400, 404, 409, 422]);
const REFUSED_FOR_WHAT_IT_SAYS = new Set(['INVALID', 'NOT_FOUND', 'CONFLICT']);

const routeVerdict =
  ({ key, positions }: Target) =>
  ({ status }: RouteResponse, expected: string): string => {
    if (status === 401) return 'asks to log in';
    if (status === 403) return 'refuses';
    const reads = key.startsWith('GET') && positions.length > 0;
    // A folder is that of its maker, and so are the runs of a schedule: another one is let in, and finds none.
    if (status === 404 && OWN_FOLDERS.test(key) && expected === 'lets in') return expected;
    if (status === 404 && (reads || expected.startsWith('knows no such'))) {
      return expected === 'knows no such row' ? expected : 'knows no such company';
    }
    // Reading returns the account's own rows; an invalid change, link or code may be rejected for its content.
    // A browser is sent on, to the provider or to the page that says why not.
    if (status === 302 && key.endsWith('/sso/start')) return 'lets in';
    if (status === 200 || (!reads && HARMLESS.has(status))) return 'lets in';
    return status === 503 && ASKS_OTHERS.test(key) ? 'lets in' : String(status);
  };

/**
 * Open to whoever has the link, and a visit is noted: tests/purchase/quotes/quoteRequest.test.ts and
 * tests/purchase/orders/dispatch.test.ts hold them to what they show.
 */
const BY_LINK = /\/(quote-request|order-confirmation)\/:token/;

const OWN_FOLDERS = /^GET .*\/(month-closings\/folders|my-data\/exports|report-files|report-schedules)\/:id/;

/** Calls that write nothing here, though they are sent a file, or read some: they name no row but the company. */
const READS_A_FILE = /\/(order-invoice|(bank-statements|fiscal-documents)\/examples|payment-codes\/(read|documents))$/;

/** Deletes for good what is deleted already, all of a company: who is let in names a missing one. */
const EMPTIES = /^DELETE .*\/deleted$|^mutation emptyDeletedTransactions$/;

const sparing = (target: Target, draft: Draft, expected: string): Draft => {
  const company = target.positions.find(({ kind }) => kind === 'company');
  return EMPTIES.test(target.key) && expected === 'lets in' && company ? replaced(draft, company, MISSING_ID) : draft;
};

/** A file of a company, which stores nothing where it cannot be read. */
const UPLOADS = /\/(bank-statements\/files|fiscal-documents)$/;

/** Reads the account's own rows; a change has an empty body or names a missing row. */
const harmlessRoute = async (world: World, target: Target, { endpoint }: Route): Promise<Draft> => {
  const draft = await ownDraft(world, target);
  if (endpoint.method === 'GET' || READS_A_FILE.test(endpoint.path)) return draft;
  if (UPLOADS.test(endpoint.path)) return { ...draft, unreadable: true };
  // A decision about a quote, a mail, or the import of a statement may have no body: the row is another one.
  const decides =
    /\/quote\/:id|\/transaction-models\/(batches|adjustments)\/:id|\/order\/:id\/send$|\/bank-statements\/files\/:id/.test(
      endpoint.path,
    );
  if (draft.body !== undefined && !decides) return { ...draft, body: {} };
  // Names nothing but the company, which is to be known.
  if (EMPTIES.test(target.key)) return draft;
  // A job that begins without a body: of no month.
  if (endpoint.path.endsWith('/:month/folder')) return { ...draft, params: { ...draft.params, month: '-' } };
  const last = target.positions.filter(({ path }) => path[0] === 'params').at(-1);
  return last ? replaced(draft, last, MISSING_ID) : draft;
};

const routeQuestion = async (world: World, route: Route): Promise<Question> => {
  const target = routeTarget(world.services, route);
  const draft = await harmlessRoute(world, target, route);
  return {
    key: route.key,
    namesCompany:
      /:companyId|^GET .*\/company\/:id/.test(route.key) || (route.endpoint.query.required ?? []).includes('companyId'),
    ofBuilding: isOfBuilding(route.key),
    ask: (token, expected) => target.send(sparing(target, draft, expected), token),
    // For the login itself, permissions do not apply.
    verdict: (said, expected) => (route.key === 'POST /oauth/token' ? expected : routeVerdict(target)(said, expected)),
  };
};

/** Every REST route. Sorts logout last, because it ends the token of the others. */
export const routeQuestions = async (world: World): Promise<Question[]> => {
  const routes = [...(await findRoutes())]
    .filter(({ key }) => !BY_LINK.test(key))
    .sort((a, b) => Number(a.key.endsWith('/security/token')) - Number(b.key.endsWith('/security/token')));
  return Promise.all(routes.map((route) => routeQuestion(world, route)));
};

interface GraphQLResponse {
  data?: Record<string, unknown> | null;
  errors?: { message: string; path?: unknown[]; extensions: { code?: string } }[];
}

const NO_COMPANY = 'Nenhuma empresa disponível';

const fieldVerdict =
  (key: string) =>
  ({ text }: RouteResponse, expected: string): string => {
    const { data, errors = [] }: GraphQLResponse = JSON.parse(text);
    const field = key.split(' ')[1] ?? '';
    const nested = errors.find(({ path = [] }) => path.length > 1);
    if (nested) return `refuses below ${nested.path?.join('.')}: ${nested.message}`;
    const [error] = errors;
    const code = error?.extensions.code;
    if (code === 'UNAUTHENTICATED') return 'asks to log in';
    if (code === 'FORBIDDEN') return 'refuses';
    if (error?.message === NO_COMPANY) return 'knows no such company';
    if (key.startsWith('query') && (code === 'NOT_FOUND' || (!error && data?.[field] === null))) {
      if (['accountantFolder', 'reportScheduleRuns'].includes(field) && expected === 'lets in') return expected;
      return expected.startsWith('knows no such') ? expected : 'knows no such row';
    }
    if (!error || (code === 'UNAVAILABLE' && ASKS_OTHERS.test(key))) return 'lets in';
    const wasLetIn = key.startsWith('mutation') && REFUSED_FOR_WHAT_IT_SAYS.has(String(code));
    return wasLetIn ? 'lets in' : `${code}: ${error.message}`;
  };

/** Makes a body that cannot take effect: ids of missing rows, invalid amounts and names. */
const invalidated = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) => {
    if (name === 'version') return 999;
    if (name === 'emergencyUserId') return typeof value === 'string' ? String(MISSING_ID) : MISSING_ID;
    // Of a month of documents, and of an index.
    if ((name === 'month' || name === 'report') && typeof value === 'string') return '';
    if (name === 'percentage' && typeof value === 'string') return '99999.00';
    if (
      /^(name|acronyms|login|identifier|grossValue|amount|differenceLimit|quantity|taxId|figure|collector|url)$/.test(
        name,
      ) &&
      typeof value === 'string'
    ) {
      return /^[\d.]+$/.test(value) ? '-1.00' : '';
    }
    return value;
  }) as unknown;

const harmlessField = async (world: World, target: Target, type: string | undefined): Promise<Draft> => {
  const draft = await ownDraft(world, target);
  const typed = { ...draft, body: { ...Object(draft.body), ...(type ? { type } : {}) } as Record<string, unknown> };
  const side = type === 'CREDIT' ? 'CREDIT' : 'DEBIT';
  const ofSide = target.positions
    .filter(({ kind }) => ['transaction', 'installment', 'attachment', 'category', 'partner'].includes(kind))
    .reduce<Draft>((all, position) => {
      const id = findRow(world.own, position.kind, { side, use: 'main' });
      const present = position.path.reduce<unknown>((node, step) => Reflect.get(Object(node), step), all);
      return type && present !== undefined && id !== undefined ? replaced(all, position, id) : all;
    }, typed);
  if (target.key === 'query address') return { ...ofSide, body: { postalCode: '01310100' } };
  if (target.key.startsWith('query')) return ofSide;
  // Of a row, or of a list of rows.
  const isRow = (path: readonly Step[]) => path.length === 2 || (path.length === 3 && path[2] === 0);
  const rows = target.positions.filter(({ path }) => isRow(path) && path[1] !== 'companyId');
  const missing = rows.reduce((all, position) => replaced(all, position, MISSING_ID), ofSide);
  return { ...missing, body: invalidated(missing.body) };
};

/** For these, permissions do not apply. */
const OF_NO_SESSION = new Set(['mutation login', 'mutation confirmSecondFactor']);

const fieldQuestion = async (world: World, target: Target, type?: 'DEBIT' | 'CREDIT'): Promise<Question> => {
  const draft = await harmlessField(world, target, type);
  const key = type ? `${target.key} ${type}` : target.key;
  return {
    key,
    // Every field except login and logout loads the session first, which needs access to some company.
    namesCompany: key !== 'mutation logout',
    ofBuilding: isOfBuilding(key),
    ask: (token, expected) => target.send(sparing(target, draft, expected), token),
    verdict: (said, expected) => (OF_NO_SESSION.has(target.key) ? expected : fieldVerdict(key)(said, expected)),
  };
};

/** Every root field of GraphQL, for expenses and income where it takes a type; logout last. */
export const fieldQuestions = async (
  world: World,
  gateway: TestGateway,
  schema: GraphQLSchema,
): Promise<Question[]> => {
  const typed = (target: Target): boolean =>
    [schema.getQueryType(), schema.getMutationType()].some((type) =>
      type?.getFields()[target.key.split(' ')[1] ?? '']?.args.some((arg) => String(arg.type) === 'TransactionType!'),
    );
  const questions = fieldTargets(gateway, schema).flatMap((target) =>
    typed(target)
      ? [fieldQuestion(world, target, 'DEBIT'), fieldQuestion(world, target, 'CREDIT')]
      : [fieldQuestion(world, target)],
  );
  const all = await Promise.all(questions);
  return all.sort((a, b) => Number(a.key.endsWith(' logout')) - Number(b.key.endsWith(' logout')));
};

export interface Matrix {
  expected: string[];
  found: string[];
}

/** Sends everything as one user. `elsewhere`: the user's grant is on another building than the requested rows. */
export const matrixOf = async (
  questions: readonly Question[],
  asker: Asker,
  token: string | undefined,
  elsewhere = false,
): Promise<Matrix> => {
  const matrix: Matrix = { expected: [], found: [] };
  for (const question of questions) {
    const { key, namesCompany, ofBuilding } = question;
    const allowed = expectedOf(key, namesCompany, asker);
    const hidden = (elsewhere && ofBuilding) || hidesRow(key, asker);
    const wanted = hidden && allowed === 'lets in' ? 'knows no such row' : allowed;
    matrix.expected.push(`${key}: ${wanted}`);
    matrix.found.push(`${key}: ${question.verdict(await question.ask(token, wanted), wanted)}`);
  }
  return matrix;
};
