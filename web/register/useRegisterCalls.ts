import type { ApolloCache, Reference, StoreObject } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { forgetting } from '#web/client/forgetting.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import { usePlace, useSession, type Session } from '#web/session/sessionContext.ts';
import { textsOf, type Noun } from './noun.ts';
import { declared, type RegisterCommands, type RegisterRow } from './operations.ts';

/** What a change does to the cache. Left out, the lists are forgotten. */
export interface CacheEffects<Row> {
  created?: (cache: ApolloCache, row: Row, companyId: string) => void;
  updated?: (cache: ApolloCache, id: string) => void;
  deleted?: (cache: ApolloCache, id: string) => void;
}

export interface CallsDescription<Row extends RegisterRow, Form, Input> {
  noun: Noun;
  commands: RegisterCommands<Row, Input>;
  /** What is sent of a form. */
  inputOf: (form: Form) => NoInfer<Input>;
  /** What an input must name of a row of which only one thing changes. */
  identityOf: (row: NoInfer<Row>) => NoInfer<Input>;
  /** Root fields of the lists that are asked for anew after a change. */
  lists: readonly string[];
  cache?: CacheEffects<NoInfer<Row>>;
  /** The session names its rows (companies, obras): it is asked for anew as well. */
  inSession?: boolean;
  /** Before that, once a row is deleted. */
  onDeleted?: (id: string, session: Session) => void;
}

export interface RegisterCalls<Row, Form, Input> {
  /** Throws what the gateway answers. */
  save: (form: Form, row: Row | null) => Promise<Row | undefined>;
  /** Stores some values of a row; throws as well. */
  change: (row: Row, values: Partial<Input>) => Promise<Row | undefined>;
  /** Switches a row on or off at once, says so, and takes it back on demand. */
  toggle: (row: Row) => Promise<void>;
  /** Null when the row is gone, else why it stays: the sentence names what uses it. */
  remove: (row: Row) => Promise<unknown>;
}

/** As a drawer uses them, which does not know what an input holds. */
export type RowCalls<Row, Form> = Omit<RegisterCalls<Row, Form, unknown>, 'change'>;

/** Cached rows carry the name of their type, which is not among the fields that a screen asks for. */
const cacheId = (cache: ApolloCache, row: RegisterRow): string | undefined =>
  cache.identify({ ...row } as StoreObject | Reference);

/** The calls that change rows of a register: the lists, the session and the person are told of each change. */
export const useRegisterCalls = <Row extends RegisterRow, Form, Input>(
  description: CallsDescription<Row, Form, Input>,
): RegisterCalls<Row, Form, Input> => {
  const { commands, identityOf, inputOf, lists, cache: effects = {} } = description;
  const forgetLists = forgetting(...lists);
  const texts = textsOf(description.noun);
  const place = usePlace();
  const session = useSession();
  // Whoever calls shows the failure: at its field, in the dialog, or in the assistant.
  const quiet = { context: { quiet: true } };
  const [createRow] = useMutation(commands.create, quiet);
  const [updateRow] = useMutation(commands.update, quiet);
  const [removeRow] = useMutation(commands.remove, quiet);

  const afterChange = async (): Promise<void> => {
    // The change is stored: a session that cannot be asked for is told by its own provider.
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
