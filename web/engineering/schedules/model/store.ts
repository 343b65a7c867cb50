import type { IsoDate } from '#domain/dates.ts';
import type { ScheduleInput } from '#web/generated/engineering.ts';
import { changesBetween } from './changes.ts';
import { restore } from './edits.ts';
import { namesOf, underNames, type Names } from './names.ts';
import { circleSentence, replan, type Edit, type Link, type Schedule } from './schedule.ts';

/** What a save has come to: the schedule as it is stored, a newer one of somebody else, or a refusal in words. */
export type Saved = { stored: Schedule } | { theirs: Schedule } | { refused: string };

export interface StoreCalls {
  save: (stored: Schedule, changes: ScheduleInput) => Promise<Saved>;
  /** Tells the user why an edit was taken back. */
  refused: (sentence: string) => void;
  today: () => IsoDate;
}

export interface Snapshot {
  /** As the screen shows it: what is stored, with the edits that wait. */
  schedule: Schedule;
  saving: boolean;
  canUndo: boolean;
  canRedo: boolean;
  /** Somebody else saved: one's own edits wait. */
  conflict: boolean;
  /** Ids that saves gave, by the keys under which the screen had what was new. */
  names: Names;
}

/** Steps that can be undone. */
const MOST = 100;
const TOO_FAR = 'Com estas datas, o cronograma passa do calendário.';

/**
 * A schedule that is edited. Each edit shows at once, planned by the function that the service uses, and is saved on the
 * version that was read; edits made while a save is on its way go together with the next one.
 */
export class ScheduleStore {
  #stored: Schedule;
  /** Edits that the service does not have yet, in their order. */
  #waiting: Edit[] = [];
  #theirs: Schedule | null = null;
  #past: Schedule[] = [];
  #future: Schedule[] = [];
  #snapshot: Snapshot;
  readonly #calls: StoreCalls;
  readonly #listeners = new Set<() => void>();

  constructor(loaded: Schedule, calls: StoreCalls) {
    this.#stored = loaded;
    this.#calls = calls;
    const names: Names = new Map();
    this.#snapshot = { schedule: loaded, saving: false, canUndo: false, canRedo: false, conflict: false, names };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): Snapshot => this.#snapshot;

  /** Applies an edit and saves it. Answers why it is refused: a circle, a date beyond the calendar. */
  edit = (change: Edit, { link }: { link?: Link } = {}): string | null => {
    const before = this.#snapshot.schedule;
    const changed = change(before);
    const known = new Set(before.links);
    const last = link ?? changed.links.findLast((one) => !known.has(one));
    const circle = changed.links === before.links ? null : circleSentence(changed, last);
    if (circle !== null) return circle;
    if (changesBetween(before, changed) === null) return null;
    const planned = this.#planned(changed);
    if (planned === null) return TOO_FAR;
    this.#past = [...this.#past, before].slice(-MOST);
    this.#future = [];
    this.#push(change, planned);
    return null;
  };

  undo = (): void => this.#step(this.#past, this.#future);
  redo = (): void => this.#step(this.#future, this.#past);

  /** Puts the edits that wait on top of what somebody else saved, or gives them up. */
  resolve = (keep: boolean): void => {
    if (this.#theirs === null) return;
    this.#stored = this.#theirs;
    this.#theirs = null;
    if (!keep) this.#waiting = [];
    // What could be undone belongs to a schedule that somebody else has changed.
    this.#forget();
    this.#show(this.#planned(this.#applied()) ?? this.#stored);
    void this.#send();
  };

  #planned(schedule: Schedule): Schedule | null {
    try {
      return replan(schedule, this.#calls.today());
    } catch (error) {
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  #applied(): Schedule {
    return this.#waiting.reduce((schedule, edit) => edit(schedule), this.#stored);
  }

  #forget(): void {
    this.#past = [];
    this.#future = [];
  }

  #step(from: Schedule[], to: Schedule[]): void {
    const wanted = from.pop();
    if (!wanted) return;
    const before = this.#snapshot.schedule;
    to.push(before);
    const change = restore(wanted);
    this.#push(change, this.#planned(change(before)) ?? before);
  }

  #push(change: Edit, schedule: Schedule): void {
    this.#waiting.push(change);
    this.#show(schedule);
    void this.#send();
  }

  #show(schedule: Schedule, { saving, names }: Pick<Snapshot, 'saving' | 'names'> = this.#snapshot): void {
    const conflict = this.#theirs !== null;
    this.#snapshot = {
      ...{ schedule, saving, conflict, names },
      canUndo: this.#past.length > 0 && !conflict,
      canRedo: this.#future.length > 0 && !conflict,
    };
    this.#listeners.forEach((listener) => listener());
  }

  async #send(): Promise<void> {
    if (this.#snapshot.saving || this.#theirs !== null || this.#waiting.length === 0) return;
    const count = this.#waiting.length;
    const sent = this.#applied();
    const changes = changesBetween(this.#stored, sent);
    if (changes === null) {
      this.#waiting = [];
      return;
    }
    let { names } = this.#snapshot;
    this.#show(this.#snapshot.schedule, { saving: true, names });
    const saved = await this.#calls.save(this.#stored, changes);
    if ('theirs' in saved) this.#theirs = saved.theirs;
    else if ('stored' in saved) {
      const given = namesOf(sent, saved.stored);
      this.#stored = saved.stored;
      // What was edited meanwhile knows what is new by its key alone.
      this.#waiting = this.#waiting.slice(count).map((edit) => underNames(edit, given));
      names = new Map([...names, ...given]);
    } else {
      this.#waiting = [];
      this.#forget();
      this.#calls.refused(saved.refused);
    }
    const shown = this.#waiting.length === 0 ? this.#stored : (this.#planned(this.#applied()) ?? this.#stored);
    this.#show(shown, { saving: false, names });
    void this.#send();
  }
}
