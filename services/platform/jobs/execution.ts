import type { RunStep } from '#schema/engineering/jobs.rest.ts';
import { JOB_FAILED } from '#domain/messages.ts';
import type { Clock } from '../clock.ts';
import type { Actor, Trx, UnitOfWork, Work } from '../db/unitOfWork.ts';
import { JobRefused, Settled, type JobKind, type JobRun, type Settlement } from './kinds.ts';
import { beat, holds, releaseJob, settleCancelled, settleJob, type Lease } from './store.ts';

/** Interval of the signs of life in milliseconds; progress is stored with them, and a cancellation noticed. */
const BEAT = 1_000;
/** Starts of a job whose run throws, before it counts as failed. */
const ATTEMPTS = 3;
/** Starts of a job that ends its process each time. */
const CRASHES = 5;

/** Why a run must stop. */
type Reason = 'CANCELLED' | 'LOST' | 'STOPPING';

/** Thrown by a write that came too late: the job was cancelled, or another process has it. */
class Overtaken extends Error {}

export interface Surroundings {
  clock: Clock;
  /** For short statements. */
  quick: UnitOfWork;
  /** For SQL transactions whose statements may take minutes. */
  patient: UnitOfWork;
  /** Runs a short statement without an audit row. */
  note<T>(accountId: number, work: (trx: Trx) => Promise<T>): Promise<T>;
}

export interface StartedJob {
  lease: Lease;
  userId: number;
  attempts: number;
  input: unknown;
  answer: unknown;
}

/** How a run ended; QUEUED: it will run again. */
export type Outcome = Settlement['state'] | 'CANCELLED' | 'LOST' | 'QUEUED';

/** One run of a job, from its start to its settlement. */
export class Execution implements JobRun {
  readonly id: number;
  readonly actor: Actor;
  readonly input: unknown;
  readonly answer: unknown;
  readonly #kind: JobKind;
  readonly #job: StartedJob;
  readonly #around: Surroundings;
  readonly #stop = new AbortController();
  #steps: readonly RunStep[] | undefined;
  #details: object | undefined;
  #isBeating = false;

  constructor(kind: JobKind, job: StartedJob, around: Surroundings) {
    this.id = job.lease.id;
    this.actor = { accountId: job.lease.accountId, userId: job.userId };
    this.input = job.input;
    this.answer = job.answer;
    this.#kind = kind;
    this.#job = job;
    this.#around = around;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  progress(steps: readonly RunStep[]): void {
    this.#steps = steps.map((step) => ({ ...step }));
  }

  tell(details: object): void {
    this.#details = details;
  }

  query<T>(read: (trx: Trx) => Promise<T>): Promise<T> {
    return this.#around.quick.query(this.actor, read);
  }

  write<T>(write: (trx: Trx, work: Work) => Promise<T>): Promise<T> {
    return this.#command(async (trx, work) => {
      const result = await write(trx, work);
      await this.#hold(trx);
      return result;
    });
  }

  async finish(write: (trx: Trx, work: Work) => Promise<{ message: string; result?: unknown }>): Promise<Settled> {
    const settlement = await this.#command(async (trx, work) => {
      const { message, result } = await write(trx, work);
      return this.#settle(trx, work, { state: 'DONE', message, result });
    });
    return new Settled(settlement);
  }

  async ask(question: object): Promise<Settled> {
    return new Settled(await this.#command((trx, work) => this.#settle(trx, work, { state: 'WAITING', question })));
  }

  /** Stops the run and gives the job back to the queue: the process ends. */
  release(): void {
    this.#abort('STOPPING');
  }

  /** Runs the job to its end. @throws the error of a run that is to be tried again */
  async run(): Promise<Outcome> {
    if (this.#job.attempts > CRASHES) return this.#fail(JOB_FAILED);
    const pulse = setInterval(() => void this.#beat(), BEAT);
    try {
      const { settlement } = await this.#kind.run(this);
      return settlement.state;
    } catch (error) {
      return await this.#end(error);
    } finally {
      clearInterval(pulse);
    }
  }

  #source() {
    return { route: `job ${this.#kind.kind}`, requestId: null };
  }

  #command<T>(write: (trx: Trx, work: Work) => Promise<T>): Promise<T> {
    return this.#around.patient.command(this.actor, this.#source(), write);
  }

  /** Locks the job to the end of the SQL transaction; called last, because the lock delays the signs of life. */
  async #hold(trx: Trx): Promise<void> {
    if (!(await holds(trx, this.#job.lease))) throw new Overtaken();
  }

  #abort(reason: Reason): void {
    if (!this.signal.aborted) this.#stop.abort(reason);
  }

  async #beat(): Promise<void> {
    if (this.#isBeating || this.signal.aborted) return;
    this.#isBeating = true;
    const [steps, details] = [this.#steps, this.#details];
    try {
      const row = await this.#around.note(this.actor.accountId, (trx) =>
        beat(trx, this.#job.lease, { steps, details }),
      );
      if (!row) this.#abort('LOST');
      else if (row.cancel_requested) this.#abort('CANCELLED');
      if (this.#steps === steps) this.#steps = undefined;
      if (this.#details === details) this.#details = undefined;
    } catch {
      // The database is away; the lease ends by itself when that lasts.
    } finally {
      this.#isBeating = false;
    }
  }

  /** Stores how the run ended, with the kind's own consequences. */
  async #settle(trx: Trx, work: Work, settlement: Settlement): Promise<Settlement> {
    await this.#hold(trx);
    const told = { steps: this.#steps, details: this.#details };
    await settleJob(trx, this.#job.lease, settlement, { at: this.#around.clock.now(), ...told });
    await this.#kind.settled?.(trx, work, this, settlement);
    work.audit({ action: settlement.state.toLowerCase(), entity: 'job', entityId: this.id });
    return settlement;
  }

  async #end(error: unknown): Promise<Outcome> {
    // A write that was overtaken tells no reason, and a cancellation may not have been noticed yet.
    if (!this.signal.aborted) await this.#beat();
    const { lease, attempts } = this.#job;
    const { note, clock } = this.#around;
    switch (this.signal.aborted ? (this.signal.reason as Reason) : undefined) {
      case 'LOST':
        return 'LOST';
      case 'CANCELLED':
        await note(lease.accountId, (trx) => settleCancelled(trx, lease, clock.now()));
        return 'CANCELLED';
      case 'STOPPING':
        await note(lease.accountId, (trx) => releaseJob(trx, lease, { counted: false }));
        return 'QUEUED';
      case undefined:
    }
    if (error instanceof JobRefused) return this.#fail(error.message);
    if (attempts >= ATTEMPTS) await this.#fail(JOB_FAILED);
    else await note(lease.accountId, (trx) => releaseJob(trx, lease, { counted: true }));
    throw error;
  }

  async #fail(message: string): Promise<Outcome> {
    const settlement = { state: 'FAILED', message } as const;
    await this.#around.quick.command(this.actor, this.#source(), (trx, work) => this.#settle(trx, work, settlement));
    return 'FAILED';
  }
}
