/**
 * A client of the public port, written only from §3, §5 and §7 of the specification: form login, bearer token, paths
 * with a trailing slash, JSON numbers for money. It imports nothing of the product and knows only the fields of §3.
 */
export interface Answer {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the suites assert the shape of `data`
  data: any;
  message: string | undefined;
  fields: { path: string; message: string }[];
}

export class Client {
  readonly #base: string;
  #token = '';

  constructor(base: string) {
    this.#base = base;
  }

  async login(username: string, password: string): Promise<void> {
    const reply = await fetch(`${this.#base}/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: 'Basic cHJ1bW8td2ViOg==',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ grant_type: 'password', username, password }).toString(),
    });
    const token = (await reply.json()) as { token_type: string; access_token: string };
    if (reply.status !== 200) throw new Error(JSON.stringify(token));
    this.#token = `${token.token_type} ${token.access_token}`;
  }

  async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer> {
    const reply = await fetch(this.#base + path, {
      method,
      headers: {
        authorization: this.#token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data, message, fields = [] } = (await reply.json()) as Partial<Answer>;
    return { status: reply.status, data, message, fields };
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.call('POST', path, body);
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.call('PUT', path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.call('DELETE', path);
  }
}

/** Returns the data of a call that must succeed; throws otherwise. */
export const done = async (answer: Promise<Answer>) => {
  const { status, data, message, fields } = await answer;
  if (status !== 200 || message !== undefined) throw new Error(JSON.stringify([status, message, fields]));
  return data;
};

/**
 * Returns the differences between a request and its response as "path: sent ≠ answered". Numbers are money with two
 * decimal places, lists must have the same length, and of an object only the sent keys are compared.
 */
export const omitted = (sent: unknown, answered: unknown, path = ''): string[] => {
  if (Array.isArray(sent)) {
    if (!Array.isArray(answered) || answered.length !== sent.length) return [`${path}: another list`];
    return sent.flatMap((item, index) => omitted(item, answered[index], `${path}.${index}`));
  }
  if (typeof sent === 'object' && sent !== null) {
    const own = Object(answered) as Record<string, unknown>;
    return Object.entries(sent).flatMap(([key, value]) => omitted(value, own[key], path ? `${path}.${key}` : key));
  }
  const same =
    typeof sent === 'number' && typeof answered === 'string' ? answered === amountOf(sent) : sent === answered;
  return same ? [] : [`${path}: ${JSON.stringify(sent)} ≠ ${JSON.stringify(answered)}`];
};

/** Returns the money text of a number: 2500.5 gives "2500.50". */
const amountOf = (sent: number): string => {
  const [whole, cents = ''] = String(sent).split('.');
  return `${whole}.${cents.padEnd(2, '0')}`;
};
