import { sql } from 'kysely';
import type { Presence, RowsChange } from '#schema/assistant/live.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Session } from '../../platform/session.ts';
import { OpenStreams } from '../../platform/streams/openStreams.ts';
import type { StreamHolder } from '../../platform/streams/serveStreams.ts';
import { together, type Announced, type Change } from './changes.ts';
import { liveTypeOf } from './entities.ts';
import type { LiveStream } from './liveStream.ts';
import { PresentPeople, type Told } from './present.ts';
import { mayHear, readSubjects, type Subject } from './subjects.ts';

/** Changes are collected for so long, in milliseconds, so that a command is told once; while many commands come, for longer. */
const COLLECT = { first: 20, next: 100 };
const FORGET_EVERY = 5_000;
/** After so long, in milliseconds, a process that does not hear itself answers what it knows: its connection is lost. */
const DEAF_AFTER = 2_000;

interface ReadChange {
  change: Change;
  /** What the changed rows belong to; empty where no row is named. */
  subjects: readonly Subject[];
  by: RowsChange['by'];
}

/**
 * Tells the open streams of this process which rows others changed, and who has the same row open. Reads the rights of
 * changed rows once for all streams.
 */
export class LiveHub implements StreamHolder {
  readonly #platform: Platform;
  readonly #log: (error: unknown) => void;
  readonly #streams: OpenStreams<LiveStream>;
  readonly #present = new PresentPeople();
  readonly #stop: (() => void)[];
  /** Tellings of this process that it has not heard yet. */
  readonly #unheard = new Map<string, () => void>();
  #announced: Announced[] = [];
  #collecting: NodeJS.Timeout | undefined;
  #toldAt = -Infinity;

  constructor(platform: Platform, log: (error: unknown) => void) {
    this.#platform = platform;
    this.#log = log;
    this.#streams = new OpenStreams(platform, log, (stream, session) => {
      stream.rights = session;
    });
    const { notifications } = platform;
    const forgetting = setInterval(() => this.#forget(), FORGET_EVERY);
    forgetting.unref();
    this.#stop = [
      notifications.on('rows_changed', (payload) => this.#announce(JSON.parse(payload) as Announced)),
      notifications.on('presence', (payload) => this.#note(JSON.parse(payload) as Told)),
      // What was announced meanwhile is unknown: clients read anew what they show.
      notifications.onReconnect(() => this.#streams.all().forEach((stream) => stream.end())),
      () => clearInterval(forgetting),
      () => clearTimeout(this.#collecting),
    ];
  }

  get size(): number {
    return this.#streams.size;
  }

  isFull(userId: number): boolean {
    return this.#streams.isFull(userId);
  }

  open(stream: LiveStream): void {
    this.#streams.open(stream);
  }

  beat(): void {
    this.#streams.beat();
  }

  close(): void {
    this.#stop.forEach((stop) => stop());
    this.#streams.close();
  }

  /**
   * Tells all processes of an open form, also of who has left: each of them may have streams of those who still are there.
   * This one hears it as the others do, in the order of the database, so that what is older is never noted last. Answers
   * who has the row open then.
   */
  async tell(told: Told): Promise<Presence> {
    const heard = new Promise<void>((resolve) => {
      const deaf = setTimeout(resolve, DEAF_AFTER);
      this.#unheard.set(told.telling, () => {
        clearTimeout(deaf);
        resolve();
      });
    }).finally(() => this.#unheard.delete(told.telling));
    await sql`select pg_notify('presence', ${JSON.stringify(told)})`.execute(this.#platform.database.kysely);
    await heard;
    return this.#present.of(told);
  }

  #note(told: Told): void {
    if (this.#present.note(told)) this.#tellPresence(told);
    this.#unheard.get(told.telling)?.();
  }

  #forget(): void {
    for (const row of this.#present.forget(this.#platform.clock.now().getTime())) this.#tellPresence(row);
  }

  /** To those who have the row open themselves: they have told so, and might see it then. */
  #tellPresence(row: Pick<Told, 'accountId' | 'type' | 'rowId'>): void {
    const presence = this.#present.of(row);
    for (const { user } of presence.people) {
      for (const stream of this.#streams.of(user.id)) stream.tellPresence(presence);
    }
  }

  #announce(announced: Announced): void {
    if (this.#streams.size === 0) return;
    this.#announced.push(announced);
    const next = this.#toldAt + COLLECT.next - performance.now();
    this.#collecting ??= setTimeout(() => this.#tellRows(), Math.max(COLLECT.first, next));
  }

  #tellRows(): void {
    this.#collecting = undefined;
    this.#toldAt = performance.now();
    const changes = together(this.#announced, liveTypeOf);
    this.#announced = [];
    const at = this.#platform.clock.now().toISOString();
    for (const change of changes) {
      const streams = this.#streams
        .ofAccount(change.accountId)
        .filter(({ session }) => session.userId !== change.userId);
      if (streams.length === 0) continue;
      this.#platform
        .query({ accountId: change.accountId }, (trx) => readChange(trx, change))
        .then((read) => tellAll(streams, read, at))
        .catch(this.#log);
    }
  }
}

const readChange = async (trx: Trx, change: Change): Promise<ReadChange> => {
  const by = change.userId === null ? undefined : await readName(trx, change.userId);
  const subjects = change.ids && change.ids.length > 0 ? await readSubjects(trx, change.type, change.ids) : [];
  return { change, subjects, by: by ?? null };
};

const readName = (trx: Trx, id: number) =>
  trx.selectFrom('users').select(['id', 'name']).where('id', '=', id).executeTakeFirst();

/** The rows that a user hears of: those that they may see. Null where none is named, undefined for who hears nothing. */
const heardBy = (rights: Session, { change: { type, companyId, ids }, subjects }: ReadChange) => {
  if (ids === null) return companyId === null || rights.companies.has(companyId) ? null : undefined;
  const seen = subjects.filter((subject) => mayHear(rights, type, subject)).map(({ id }) => id);
  return seen.length > 0 ? seen : undefined;
};

/** Those who hear of the same rows are told the same text. */
const tellAll = (streams: readonly LiveStream[], read: ReadChange, at: string): void => {
  const { type, companyId } = read.change;
  const texts = new Map<string, string>();
  for (const stream of streams) {
    const ids = heardBy(stream.rights, read);
    if (ids === undefined) continue;
    const key = String(ids);
    const text = texts.get(key) ?? JSON.stringify({ type, companyId, ids, by: read.by, at } satisfies RowsChange);
    texts.set(key, text);
    stream.tellRows(text);
  }
};
