import { findRow, type Rows } from './rows.ts';
import { checksums, MISSING_ID, versions, writeCount, writes } from './tables.ts';
import { replaced, valueAt, type Draft, type Position, type RouteResponse, type Target } from './target.ts';
import { leakIn, ROLES, type Role, type World } from './world.ts';

/** A response without what always differs: time and requested id. */
const comparableText = ({ status, headers, text }: RouteResponse, ids: number[]): string => {
  const {
    'x-request-id': _request,
    date: _date,
    'x-sql-queries': _costs,
    'content-length': _length,
    ...rest
  } = headers;
  const plain = text.replace(/"(requestId|timestamp)":"[^"]*",?/g, '');
  const responseText = ids.reduce((all, id) => all.replaceAll(String(id), '#'), plain);
  return `${status} ${JSON.stringify(rest)} ${responseText}`;
};

/** Wraps a costly read of tables, of which only those are read again that a statement has written to since. */
const untilWritten = <T>(
  read: (world: World, tables: string[]) => Promise<ReadonlyMap<string, T>>,
): ((world: World) => Promise<ReadonlyMap<string, T>>) => {
  const known = new WeakMap<
    World,
    { count: number; at: ReadonlyMap<string, number>; values: ReadonlyMap<string, T> }
  >();
  return async (world) => {
    const last = known.get(world);
    // Before the tables are asked, so that what is written meanwhile counts as not seen yet.
    const count = await writeCount(world.services.seed);
    if (last?.count === count) return last.values;
    const at = await writes(world.services.seed);
    const written = world.tables.filter((table) => !last || last.at.get(table) !== at.get(table));
    const fresh = written.length === 0 ? [] : await read(world, written);
    const values = new Map([...(last?.values ?? []), ...fresh]);
    known.set(world, { count, at, values });
    return values;
  };
};

const tableOf = (line: string): string => line.split(' ')[0] ?? '';

/** An own look at own partners, named beside one of the other account, is noted (decision 110). */
const isNoLook = (line: string): boolean => tableOf(line) !== 'data_views';

const linesNow = untilWritten(async ({ services, accountId, otherAccountId }: World, tables) => {
  const [own, theirs] = await Promise.all([
    checksums(services.seed, tables, accountId),
    checksums(services.seed, tables, otherAccountId),
  ]);
  const lines = [...own.filter(isNoLook), ...theirs];
  return new Map(tables.map((table) => [table, lines.filter((line) => tableOf(line) === table)]));
});

/** One line for each table and account with a hash of its rows: equal if nothing was written. */
export const state = async (world: World): Promise<string[]> => {
  const lines = await linesNow(world);
  return world.tables.flatMap((table) => lines.get(table) ?? []);
};

const versionsNow = untilWritten(({ services }: World, tables) => versions(services.seed, tables));

/** The version by id: ids are unique over all tables here. Rows without a version count as 1. */
const versionOf = async (world: World): Promise<(id: number) => number> => {
  const tables = [...(await versionsNow(world)).values()];
  return (id) => tables.find((rows) => rows.has(id))?.get(id) ?? 1;
};

/** A valid request of an administrator, with ids of the own account. */
export const ownDraft = async (world: World, target: Target): Promise<Draft> =>
  target.draft(world.own, await versionOf(world));

interface Comparison {
  draft: Draft;
  /** The same with ids that no table has. */
  none: Draft;
  ids: number[];
  refusalWillDo?: boolean;
}

interface TryOptions {
  roles: readonly Role[];
  /** Places where any rejection is accepted, instead of the response for a missing id. */
  refusalWillDo: (position: Position) => boolean;
}

/** Sends other accounts' ids to routes and fields, and compares the responses with those for missing ids. */
export class Prober {
  count = 0;
  inBodies = 0;
  readonly #missing = new Map<string, string>();

  constructor(readonly world: World) {}

  async ask(target: Target, draft: Draft, role: Role): Promise<RouteResponse> {
    this.count += 1;
    return target.send(draft, this.world.tokens[role]);
  }

  /** The target's response to a missing id, requested once for each place and role. */
  async #ofNone(target: Target, key: string, draft: Draft, role: Role): Promise<string> {
    const address = `${key} ${role}`;
    const known = this.#missing.get(address);
    if (known !== undefined) return known;
    const responseText = comparableText(await this.ask(target, draft, role), [MISSING_ID]);
    this.#missing.set(address, responseText);
    return responseText;
  }

  /** Complaints about one request, by role: the response must equal that for a missing id and contain no canary. */
  async #compare(target: Target, key: string, request: Comparison, roles: readonly Role[]): Promise<string[]> {
    const complaintsOf = async (role: Role): Promise<string[]> => {
      const reply = await this.ask(target, request.draft, role);
      const responseText = comparableText(reply, request.ids);
      const none = await this.#ofNone(target, key, request.none, role);
      const leak = leakIn(role, responseText);
      const refused = request.refusalWillDo === true && reply.status >= 400 && reply.status < 500;
      return [
        ...(leak === null ? [] : [`${key} as ${role} leaks "${leak}"`]),
        ...(responseText === none || refused
          ? []
          : [`${key} as ${role} answers\n  ${responseText}\nwhere a missing id gets\n  ${none}`]),
      ];
    };
    return (await Promise.all(roles.map(complaintsOf))).flat();
  }

  /**
   * Puts an id of `rows` in one place at a time, in lists also beside an own id, then in all places at once. Returns
   * the complaints.
   */
  async tryIds(
    target: Target,
    rows: Rows,
    { roles = ROLES, refusalWillDo = () => false }: Partial<TryOptions> = {},
  ): Promise<string[]> {
    const own = await ownDraft(this.world, target);
    const complaints: string[] = [];
    const found: { position: Position; id: number }[] = [];
    for (const position of target.positions) {
      const purpose = target.purposeOf(position.path);
      const id = findRow(rows, position.kind, purpose);
      if (id === undefined) continue;
      found.push({ position, id });
      if (position.path[0] === 'body') this.inBodies += roles.length;
      const key = `${target.key}, ${position.path.join('.')},`;
      const lenient = refusalWillDo(position);
      const put = (value: number | string) => replaced(own, position, value);
      const request = { draft: put(id), none: put(MISSING_ID), ids: [id], refusalWillDo: lenient };
      complaints.push(...(await this.#compare(target, key, request, roles)));
      if (!position.list) continue;
      const beside = findRow(this.world.own, position.kind, purpose);
      const mixed = { draft: put(`${beside},${id}`), none: put(`${beside},${MISSING_ID}`), ids: [id] };
      complaints.push(...(await this.#compare(target, `${key} beside our own,`, mixed, roles)));
    }
    const together = found.filter(({ position }) => valueAt(own, position) !== undefined);
    if (together.length > 1) {
      const all = (pick: (id: number) => number) =>
        together.reduce((draft, { position, id }) => replaced(draft, position, pick(id)), own);
      const names = together.map(({ position }) => position.path.join('.'));
      const request = {
        draft: all((id) => id),
        none: all(() => MISSING_ID),
        ids: together.map(({ id }) => id),
        refusalWillDo: together.some(({ position }) => refusalWillDo(position)),
      };
      if (own.body !== undefined) this.inBodies += roles.length;
      complaints.push(...(await this.#compare(target, `${target.key}, ${names.join(' and ')},`, request, roles)));
    }
    return complaints;
  }
}
