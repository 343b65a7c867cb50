import type { ApolloCache, Reference, StoreObject } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { forgetting } from '#web/client/forgetting.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import { usePlace, useSession, type Session } from '#web/session/sessionContext.ts';
import { textsOf, type Noun } from './noun.ts';
import { declared, type RegisterCommands, type RegisterRow } from './operations.ts';

/** Updates of the cache per change; default: evicts the lists. */
export interface CacheEffects<Row> {
  created?: (cache: ApolloCache, row: Row, companyId: string) => void;
  updated?: (cache: ApolloCache, id: string) => void;
  deleted?: (cache: ApolloCache, id: string) => void;
}

export interface CallsDescription<Row extends RegisterRow, Form, Input> {
  noun: Noun;
  commands: RegisterCommands<Row, Input>;
  /** Returns the input for a form. */
  inputOf: (form: Form) => NoInfer<Input>;
  /** Returns the required input of a row when only one value changes. */
  identityOf: (row: NoInfer<Row>) => NoInfer<Input>;
  /** Root fields of the lists to refetch after a change. */
  lists: readonly string[];
  cache?: CacheEffects<NoInfer<Row>>;
  /** The session contains these rows (companies, buildings), so it is refetched as well. */
  inSession?: boolean;
  /** Called after a deletion, before the session is refetched. */
  onDeleted?: (id: string, session: Session) => void;
}

export interface RegisterCalls<Row, Form, Input> {
  /** Throws the gateway's error. */
  save: (form: Form, row: Row | null) => Promise<Row | undefined>;
  /** Stores some values of a row. Throws the gateway's error. */
  change: (row: Row, values: Partial<Input>) => Promise<Row | undefined>;
  /** Activates or deactivates a row at once and shows a notice with undo. */
  toggle: (row: Row) => Promise<void>;
  /** Resolves to null when the row was deleted, else to the error, which names the rows that use it. */
  remove: (row: Row) => Promise<unknown>;
}

/** The calls for a drawer, which does not know the input's type. */
export type RowCalls<Row, Form> = Omit<RegisterCalls<Row, Form, unknown>, 'change'>;

/** Cached rows have a __typename that the row's type omits. */
const cacheId = (cache: ApolloCache, row: RegisterRow): string | undefined =>
  cache.identify({ ...row } as StoreObject | Reference);

/** Returns the calls that change rows of a register; each change updates lists and session and notifies the user. */
export const useRegisterCalls = <Row extends RegisterRow, Form, Input>(
  description: CallsDescription<Row, Form, Input>,
): RegisterCalls<Row, Form, Input> => {
  const { commands, identityOf, inputOf, lists, cache: effects = {} } = description;
  const forgetLists = forgetting(...lists);
  const texts = textsOf(description.noun);
  const place = usePlace();
  const session = useSession();
  // The caller shows the failure: at its field, in the dialog, or in the assistant.
  const quiet = { context: { quiet: true } };
  const [createRow] = useMutation(commands.create, quiet);
  const [updateRow] = useMutation(commands.update, quiet);
  const [removeRow] = useMutation(commands.remove, quiet);

  const afterChange = async (): Promise<void> => {
    // The change is stored; SessionProvider handles a failed refetch of the session.
    if (description.inSession) await session.reload().catch(() => undefined);
  };
  const update = async ({ id, version }: Row, input: Input): Promise<Row | undefined> => {
    const { data } = await updateRow({
      variables: declared(commands.update, { ...place, id, version, input }),
      update: (cache) => (effects.updated ? effects.updated(cache, id) : forgetLists(cache)),
    });
    await afterChange();
    return data?.saved.row;
  };
  const create = async (input: Input): Promise<Row | undefined> => {
    const { data } = await createRow({
      variables: declared(commands.create, { ...place, input }),
      update: (cache, answer) => {
        if (!effects.created) forgetLists(cache);
        else if (answer.data) effects.created(cache, answer.data.saved.row, place.companyId);
      },
    });
    await afterChange();
    return data?.saved.row;
  };
  const change = (row: Row, values: Partial<Input>) => update(row, { ...identityOf(row), ...values });
  const toggle = async (row: Row, undoing = false): Promise<void> => {
    const active = !row.active;
    try {
      const after = await update(row, { ...identityOf(row), active });
      if (!after) return;
      if (undoing) notifySuccess(texts.toggled(active));
      else notifyUndo(texts.toggled(active), () => void toggle(after, true));
    } catch (error) {
      notifyFailure(error);
    }
  };
  const remove = async (row: Row): Promise<unknown> => {
    const { id } = row;
    try {
      await removeRow({
        variables: declared(commands.remove, { ...place, id }),
        update: (cache) => {
          cache.evict({ id: cacheId(cache, row) });
          if (effects.deleted) effects.deleted(cache, id);
          else forgetLists(cache);
        },
      });
      description.onDeleted?.(id, session);
      await afterChange();
    } catch (error) {
      return error;
    }
    notifySuccess(texts.deleted);
    return null;
  };
  return {
    save: (form, row) => (row ? update(row, inputOf(form)) : create(inputOf(form))),
    change,
    toggle: (row) => toggle(row),
    remove,
  };
};
