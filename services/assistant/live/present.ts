import type { LiveType, Presence, PresenceBody } from '#schema/assistant/live.rest.ts';

/** Who was not heard of for so long, in milliseconds, has left; forms tell of themselves every 15 seconds. */
export const GONE_AFTER = 45_000;
/** Open forms of one user that count; further ones are not told to others. */
const FORMS_PER_USER = 50;

/** What each services process is told of an open form, its own included. */
export interface Told extends Omit<PresenceBody, 'rowId'> {
  /** Names this telling, so that the process that tells knows when it has heard itself. */
  telling: string;
  accountId: number;
  rowId: number;
  user: { id: number; name: string };
  /** When it was told, in milliseconds. */
  at: number;
}

interface OpenForm {
  user: { id: number; name: string };
  editing: boolean;
  since: number;
  seenAt: number;
}

type Row = Pick<Told, 'accountId' | 'type' | 'rowId'>;

const keyOf = ({ accountId, type, rowId }: Row): string => `${accountId}.${type}.${rowId}`;

/** Everybody who has a row open, as told to this process. Nothing of it is stored: it is true for seconds. */
export class PresentPeople {
  readonly #rows = new Map<
    string,
    { type: LiveType; rowId: number; accountId: number; forms: Map<string, OpenForm> }
  >();

  /** Notes what was told; returns true when others see a difference. */
  note(told: Told): boolean {
    const key = keyOf(told);
    const row = this.#rows.get(key) ?? { ...told, forms: new Map<string, OpenForm>() };
    const form = `${told.user.id}.${told.tab}`;
    const before = JSON.stringify(this.of(told));
    if (told.state === 'LEFT') row.forms.delete(form);
    else {
      const known = row.forms.get(form);
      if (!known && this.#formsOf(row.forms, told.user.id) >= FORMS_PER_USER) return false;
      const editing = told.state === 'EDITING';
      row.forms.set(form, { user: told.user, editing, since: known?.since ?? told.at, seenAt: told.at });
    }
    if (row.forms.size > 0) this.#rows.set(key, row);
    else this.#rows.delete(key);
    return JSON.stringify(this.of(told)) !== before;
  }

  /** Each person once, by name: editing in any window, since the first of them. */
  of(row: Row): Presence {
    const people = new Map<number, OpenForm>();
    for (const form of this.#rows.get(keyOf(row))?.forms.values() ?? []) {
      const known = people.get(form.user.id);
      people.set(form.user.id, {
        ...form,
        editing: form.editing || (known?.editing ?? false),
        since: Math.min(form.since, known?.since ?? form.since),
      });
    }
    return {
      type: row.type,
      rowId: row.rowId,
      people: [...people.values()]
        .sort((a, b) => a.user.name.localeCompare(b.user.name, 'pt-BR') || a.user.id - b.user.id)
        .map(({ user, editing, since }) => ({ user, editing, since: new Date(since).toISOString() })),
    };
  }

  /** Removes who is silent; returns the rows where others see a difference. */
  forget(now: number): Row[] {
    const changed: Row[] = [];
    for (const [key, row] of this.#rows) {
      const silent = [...row.forms].filter(([, { seenAt }]) => now - seenAt > GONE_AFTER);
      if (silent.length === 0) continue;
      silent.forEach(([form]) => row.forms.delete(form));
      if (row.forms.size === 0) this.#rows.delete(key);
      changed.push({ accountId: row.accountId, type: row.type, rowId: row.rowId });
    }
    return changed;
  }

  #formsOf(forms: ReadonlyMap<string, OpenForm>, userId: number): number {
    return [...forms.values()].filter(({ user }) => user.id === userId).length;
  }
}
