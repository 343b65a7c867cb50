import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENDS_WITHIN } from '../process.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** Pauses before a process is started again in milliseconds; the last one repeats. */
const PAUSES = [0, 1_000, 2_000, 5_000, 10_000];
/** A process that has run for so long did not end because it cannot run. */
const RUNS = 30_000;
/** A start takes two or three seconds on an idle machine. */
const READY_WITHIN = 60_000;

export interface ProcessesOptions {
  count: number;
  /** Environment of a process that starts now. */
  environment: (slot: number) => Record<string, string>;
  log: (line: string) => void;
}

const howItEnded = (code: number | null, signal: string | null): string => signal ?? `código ${code}`;

const workers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/** Sends a message unless the process has just ended. */
const send = (worker: Worker, message: ToWorker): void => {
  if (worker.isConnected()) worker.send(message, () => undefined);
};

/**
 * The processes of a part, all of which listen on the same ports (node:cluster): this process accepts connections and gives
 * them to the others in turn.
 */
export class Processes {
  readonly #options: ProcessesOptions;
  /** By number of their slot; undefined while none is ready there. */
  readonly #ready: (Worker | undefined)[];
  /** Processes that were asked to end. */
  readonly #leaving = new Set<Worker>();
  /** Ends soon after a start, by number of the slot. */
  readonly #failures: number[];
  readonly #ending = new AbortController();
  #replacing: Promise<void> | undefined;
  /** Processes that were started after one ended by itself. */
  restarts = 0;

  constructor(options: ProcessesOptions) {
    this.#options = options;
    this.#ready = Array<Worker | undefined>(options.count).fill(undefined);
    this.#failures = Array<number>(options.count).fill(0);
    cluster.on('message', (worker, message: FromWorker) => {
      if ('limits' in message) this.#tellOthers(worker, { limits: message.limits, of: worker.id });
    });
    cluster.on('exit', (worker) => this.#tellOthers(worker, { left: worker.id }));
  }

  /** Number of processes that listen. */
  get ready(): number {
    return this.#ready.filter((worker) => worker !== undefined).length;
  }

  /** Starts all at once and returns the port; null when one ended, having said why. */
  async start(): Promise<number | null> {
    const ports = await Promise.all(this.#ready.map((_, slot) => this.#startIn(slot)));
    return ports.includes(null) ? null : (ports[0] ?? null);
  }

  /** Replaces the processes one by one: a new one is ready before an old one ends. A call meanwhile changes nothing. */
  replaceAll(): Promise<void> {
    this.#replacing ??= this.#replaceInTurn().finally(() => (this.#replacing = undefined));
    return this.#replacing;
  }

  /** Ends all, each after its last answer. */
  async end(): Promise<void> {
    this.#ending.abort();
    await Promise.all(workers().map((worker) => this.#end(worker)));
  }

  #tellOthers(worker: Worker, message: ToWorker): void {
    for (const other of workers()) if (other !== worker) send(other, message);
  }

  /** Starts a process and takes it for a slot once it is ready. Returns its port, or null. */
  async #startIn(slot: number): Promise<number | null> {
    const worker = cluster.fork(this.#options.environment(slot));
    const since = Date.now();
    const gone = once(worker, 'exit') as Promise<[number | null, string | null]>;
    const port = await this.#portOf(worker, gone);
    if (port === null) return null;
    this.#ready[slot] = worker;
    this.#tellOthers(worker, { joined: worker.id });
    void gone.then(([code, signal]) => this.#gone(slot, worker, howItEnded(code, signal), Date.now() - since));
    return port;
  }

  /** Resolves when the process listens; null when it ends before, or takes too long. */
  async #portOf(worker: Worker, gone: Promise<unknown>): Promise<number | null> {
    const told = new Promise<number>((resolve) => {
      worker.on('message', (message: FromWorker) => void ('ready' in message && resolve(message.ready)));
    });
    const late = sleep(READY_WITHIN, null, { ref: false });
    const port = await Promise.race([told, gone.then(() => null), late]);
    if (port === null) worker.process.kill('SIGKILL');
    return port;
  }

  #gone(slot: number, worker: Worker, how: string, ran: number): void {
    if (this.#ready[slot] === worker) this.#ready[slot] = undefined;
    if (this.#leaving.delete(worker) || this.#ending.signal.aborted) return;
    this.#options.log(`O processo ${slot + 1} terminou sozinho (${how}); iniciando outro.`);
    if (ran >= RUNS) this.#failures[slot] = 0;
    void this.#startAgain(slot);
  }

  async #startAgain(slot: number): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      const failures = this.#failures[slot] ?? 0;
      this.#failures[slot] = failures + 1;
      await sleep(PAUSES[Math.min(failures, PAUSES.length - 1)], undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      this.restarts += 1;
      if ((await this.#startIn(slot)) === null) continue;
      this.#options.log(`O processo ${slot + 1} está de volta.`);
      return;
    }
  }

  async #replaceInTurn(): Promise<void> {
    const { log } = this.#options;
    log('Substituindo os processos, um por vez…');
    for (const [slot, old] of [...this.#ready].entries()) {
      // One that ended by itself is being started anyway.
      if (!old || this.#ending.signal.aborted) continue;
      // From now on, its end is no accident.
      this.#leaving.add(old);
      if ((await this.#startIn(slot)) === null) {
        log('O processo novo não iniciou: os de antes continuam.');
        this.#leaving.delete(old);
        if (old.isDead()) void this.#startAgain(slot);
        return;
      }
      await this.#end(old);
    }
    log('Todos os processos foram substituídos.');
  }

  async #end(worker: Worker): Promise<void> {
    if (worker.isDead()) return;
    this.#leaving.add(worker);
    const gone = once(worker, 'exit');
    worker.process.kill('SIGTERM');
    const late = new AbortController();
    const kill = sleep(ENDS_WITHIN, undefined, { ref: false, signal: late.signal }).then(
      () => worker.process.kill('SIGKILL'),
      () => undefined,
    );
    await Promise.race([gone, kill.then(() => gone)]);
    late.abort();
  }
}
