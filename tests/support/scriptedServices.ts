import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';

/** A call received by the scripted services. */
export interface ReceivedCall {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: string;
}

type Answer = object | string | null;
type Script = (call: ReceivedCall, response: ServerResponse) => Answer | Promise<Answer>;

/** A response other than 200 with an envelope. */
export class Raw {
  constructor(
    readonly status: number,
    readonly body: unknown,
    readonly headers: Record<string, string> = {},
  ) {}
}

/** Returned by a script that writes the response itself (streams, no response, broken connections). */
export const HANDLED = Symbol('handled');

/** An error in the services' format (domain.md §7). */
export const refusal = (status: number, message: string, more: Record<string, unknown> = {}): Raw =>
  new Raw(status, { timestamp: '2026-11-20T15:00:00Z', status, error: 'ERROR', message, path: '/', ...more });

export interface ScriptedServices {
  url: string;
  /** Where they listen, for what is no call. */
  readonly server: Server;
  /** Received calls in order: `GET /path?query`. */
  readonly calls: string[];
  readonly received: ReceivedCall[];
  /** Maps `GET /path` to a response: data for the envelope, a Raw, or a function of the call. */
  on(call: string, answer: Answer | Script): void;
  /** Clears the recorded calls. */
  forget(): void;
  stop(): Promise<void>;
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const send = (response: ServerResponse, answer: unknown): void => {
  const raw = answer instanceof Raw ? answer : new Raw(200, { ok: true, data: answer });
  response.writeHead(raw.status, { 'content-type': 'application/json', ...raw.headers });
  response.end(typeof raw.body === 'string' ? raw.body : JSON.stringify(raw.body));
};

/** Default session: an administrator of account 1 with one company. */
export const ADMIN_SESSION = {
  accountId: 1,
  companyId: 1,
  buildingId: 7,
  admin: true,
  permissions: {},
  companies: { 1: { name: 'Construtora Ipê', buildings: { 7: { company_id: 1, name: 'Casa Jatobá' } } } },
  loggedByPrumoId: false,
  secondFactorDue: false,
  apiToken: null,
  user: { id: 3, name: 'Ana', login: 'ana@exemplo.com.br', timeZone: 'America/Sao_Paulo' },
  expiresAt: '2026-11-20T23:00:00.000Z',
};

/** Session of a user with these permissions on building 7 of company 1. */
export const sessionWith = (...permissions: string[]) => ({
  ...ADMIN_SESSION,
  admin: false,
  permissions: { 1: { 7: permissions } },
});

/** Starts scripted services over real HTTP, for responses that real services cannot give on demand. */
export const startScriptedServices = async (port = 0): Promise<ScriptedServices> => {
  const scripts = new Map<string, Answer | Script>();
  const received: ReceivedCall[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://services');
    const { method = 'GET', headers } = request;
    const body = await bodyOf(request);
    const call = { method, path: pathname, query: Object.fromEntries(searchParams), headers, body };
    received.push(call);
    const script = scripts.get(`${method} ${pathname}`) ?? new Raw(404, { message: `Nothing at ${pathname}` });
    const answer: unknown = typeof script === 'function' ? await (script as Script)(call, response) : script;
    if (answer !== HANDLED) send(response, answer);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  scripts.set('GET /api/v1/security/session', ADMIN_SESSION);
  const queryOf = ({ query }: ReceivedCall) => {
    const search = new URLSearchParams(query).toString();
    return search && `?${decodeURIComponent(search)}`;
  };
  return {
    url: `http://127.0.0.1:${address.port}`,
    server,
    received,
    get calls() {
      return received.map((call) => `${call.method} ${call.path}${queryOf(call)}`);
    },
    on: (call, answer) => void scripts.set(call, answer),
    forget: () => void received.splice(0),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
