import { sql } from 'kysely';
import { API_LIMITS, isNearLimit } from '#domain/apiLimits.ts';
import { DEFAULT_TIME_ZONE } from '#domain/calendar.ts';
import type { Clock } from './clock.ts';
import { uncounted } from './db/database.ts';
import type { Databases } from './db/databases.ts';
import { tooManyRequests } from './errors.ts';
import type { Session } from './session.ts';

interface Use {
  points: number;
  calls: number;
}

/** Hears of an account whose use of a day was stored; it catches its own failures. */
export type AfterStoring = (accountId: number, day: string) => Promise<void>;

interface Counted extends Use {
  accountId: number;
  day: string;
}

const MINUTE = 60_000;
const DAY_SECONDS = 24 * 60 * 60;
const USED_UP = 'O limite de hoje para programas foi atingido. Ele recomeça às 00:00.';
const FILES_USED_UP = 'O limite de hoje de arquivos CSV para programas foi atingido. Ele recomeça às 00:00.';

const clockFace = new Intl.DateTimeFormat('en-GB', { timeZone: DEFAULT_TIME_ZONE, timeStyle: 'medium' });

/** Seconds until the next day of São Paulo begins. */
const secondsLeft = (now: Date): number => {
  const [hours = 0, minutes = 0, seconds = 0] = clockFace.format(now).split(':').map(Number);
  return DAY_SECONDS - (hours * 60 + minutes) * 60 - seconds;
};

/** Headers that tell a program what is left of the day's files (draft-ietf-httpapi-ratelimit-headers-10). */
const fileHeaders = (left: number, reset: number): Record<string, string> => ({
  'ratelimit-policy': `"csv-day";q=${API_LIMITS.dayFiles};w=${DAY_SECONDS}`,
  ratelimit: `"csv-day";r=${left};t=${reset}`,
});

/** Reads "points=1500" or "calls=1", as the gateway writes it. */
export const readUse = (header: unknown): Use | null => {
  const [, unit, amount] = /^(points|calls)=(\d{1,9})$/.exec(typeof header === 'string' ? header : '') ?? [];
  if (unit === undefined) return null;
  return { points: 0, calls: 0, [unit]: Number(amount) };
};

/**
 * Counts what the tokens of accounts use of a day. A process stores its counts of points and calls at most once a minute, so
 * that other processes know of a use a minute late: the limit of a day may be passed by what a minute allows. Files are few,
 * and counted in the database one by one.
 */
export class ApiUse {
  readonly #counted = new Map<string, Counted>();
  readonly #listeners: AfterStoring[] = [];
  #storedAt = -Infinity;

  constructor(
    private readonly databases: Pick<Databases, 'of'>,
    private readonly clock: Clock,
  ) {}

  /** Calls `listener` after each storing, at most once a minute for an account, and when its files come near their limit. */
  afterStoring(listener: AfterStoring): void {
    this.#listeners.push(listener);
  }

  /** Counts a use. @throws ServiceError 429 with the seconds until midnight when the day's is used up */
  take({ accountId, token }: Session, use: Use): void {
    const day = this.clock.today();
    const key = `${accountId} ${day}`;
    const own = this.#counted.get(key) ?? { accountId, day, points: 0, calls: 0 };
    const over =
      (use.points > 0 && (token?.points ?? 0) + own.points >= API_LIMITS.dayPoints) ||
      (use.calls > 0 && (token?.calls ?? 0) + own.calls >= API_LIMITS.dayCalls);
    if (!over) this.#counted.set(key, { ...own, points: own.points + use.points, calls: own.calls + use.calls });
    // After a refusal, too: what a process has counted up to the limit would be stored on the next day only.
    if (this.clock.now().getTime() - this.#storedAt >= MINUTE) void uncounted(() => this.store());
    if (over) throw tooManyRequests(secondsLeft(this.clock.now()), USED_UP);
  }

  /**
   * Counts a file of CSV. As of points and calls, a count that cannot be stored refuses nothing: reads work on a full disk.
   *
   * @returns Headers of its answer.
   * @throws ServiceError 429 with the seconds until midnight when the day's are used up
   */
  async takeFile({ accountId }: Pick<Session, 'accountId'>): Promise<Record<string, string>> {
    const day = this.clock.today();
    const limit = API_LIMITS.dayFiles;
    const take = sql<{ used: number | null }>`select take_api_file(${accountId}, ${day}, ${limit}) as used`;
    const taken = await this.databases
      .of(accountId)
      .then((db) => take.execute(db))
      .catch(() => undefined);
    if (!taken) return {};
    const used = taken.rows[0]?.used ?? null;
    const reset = secondsLeft(this.clock.now());
    if (used === null) throw tooManyRequests(reset, FILES_USED_UP, fileHeaders(0, reset));
    // The file that comes near; the next storing of calls tells it again where telling failed.
    if (isNearLimit({ used, limit }) && !isNearLimit({ used: used - 1, limit }))
      void uncounted(() => this.#tell(accountId, day));
    return fileHeaders(limit - used, reset);
  }

  /** Stores what was counted since the last time; a count that cannot be stored is kept for the next one. */
  async store(): Promise<void> {
    this.#storedAt = this.clock.now().getTime();
    const counted = [...this.#counted.values()];
    this.#counted.clear();
    for (const one of counted) {
      try {
        const db = await this.databases.of(one.accountId);
        await sql`select add_api_use(${one.accountId}, ${one.day}, ${one.points}, ${one.calls})`.execute(db);
      } catch {
        this.#keep(one);
        continue;
      }
      await this.#tell(one.accountId, one.day);
    }
  }

  async #tell(accountId: number, day: string): Promise<void> {
    for (const listener of this.#listeners) await listener(accountId, day);
  }

  #keep(one: Counted): void {
    const key = `${one.accountId} ${one.day}`;
    const since = this.#counted.get(key);
    this.#counted.set(key, {
      ...one,
      points: one.points + (since?.points ?? 0),
      calls: one.calls + (since?.calls ?? 0),
    });
  }
}
