import type { FastifyInstance } from 'fastify';
import type { Selectable } from 'kysely';
import type { AnswerOf, BodyOf, Endpoint } from '#schema/platform/endpoint.ts';
import type { RegisterCall } from '#schema/platform/register.ts';
import type { ConstraintText } from '../db/constraints.ts';
import type { Database } from '../db/tables.ts';
import { answered, implement } from '../http/route.ts';
import { columnOf, type Fields } from './fields.ts';
import { implementImport, type ImportCalls } from './import/importer.ts';
import { reversalOf, type Reversal } from './import/reversal.ts';
import { storeImporter, type StoreImport } from './import/storeImporter.ts';
import type { Change, RegisterTable } from './register.ts';
import {
  registerStore,
  type RegisterRequest,
  type RegisterStore,
  type RowCalls,
  type StoreDescription,
} from './store.ts';

/** Some of the calls of a register; the store is described for the same contract. */
export type RegisterCalls = Partial<Record<RegisterCall, Endpoint>>;

/** What is read of a body and an address, which the contract has validated. */
interface Loose {
  id?: number;
  version?: number;
  companyId?: number;
}

export interface FeatureOptions<Row> {
  /** Sentence for a change that deserves one, beside its answer (§4). */
  message?: (change: Change<Row>) => string | undefined;
}

/** A store whose body and answer are typed where it is described: here they only pass through. */
type LooseStore<Row> = RegisterStore<unknown, unknown, Row>;

const reading = <Row>(app: FastifyInstance, calls: RegisterCalls, store: LooseStore<Row>): void => {
  if (calls.list) {
    implement(app, calls.list, ({ session, params, query, read }) =>
      read((trx) => store.list(trx, { session, params }, query)),
    );
  }
  if (calls.totals) {
    implement(app, calls.totals, ({ session, params, query, read }) =>
      read((trx) => store.totals(trx, { session, params }, query)),
    );
  }
  if (calls.listActive) {
    implement(app, calls.listActive, ({ session, params, query, read }) => {
      const inUse = { ...query, active: true };
      return read((trx) => store.list(trx, { session, params }, inUse));
    });
  }
  if (calls.get) {
    implement(app, calls.get, ({ session, params, read }) =>
      read((trx) => store.read(trx, { session, params }, idOf(params))),
    );
  }
};

/** The row that a call names: in its address, or else in its body. */
const idOf = (params: object, body?: unknown): number => {
  const id = (params as Loose).id ?? (body as Loose | undefined)?.id;
  if (id === undefined) throw new Error('A call on a row names it in its address or in its body');
  return id;
};

const updating = <Row>(
  app: FastifyInstance,
  call: Endpoint,
  store: LooseStore<Row>,
  message: FeatureOptions<Row>['message'],
): void =>
  implement(
    app,
    call,
    async ({ session, params, body, write }) => {
      const registerRequest: RegisterRequest = { session, params };
      const { version } = body as Loose;
      const id = idOf(params, body);
      const done = await write(async (trx, work) => {
        const change = await store.update(trx, work, registerRequest, { id, version, body });
        return { row: await store.written(trx, registerRequest, change.after), message: message?.(change) };
      });
      return done.message === undefined ? done.row : answered(done.row, done.message);
    },
    (trx, { session, params, body }) => store.read(trx, { session, params }, idOf(params, body)),
  );

const writing = <Row>(
  app: FastifyInstance,
  { create, update, remove }: RegisterCalls,
  store: LooseStore<Row>,
  { message }: FeatureOptions<Row>,
): void => {
  if (create) {
    implement(app, create, ({ session, params, body, write }) =>
      write(async (trx, work) => {
        const registerRequest: RegisterRequest = { session, params };
        return store.written(trx, registerRequest, await store.create(trx, work, registerRequest, body));
      }),
    );
  }
  if (update) updating(app, update, store, message);
  if (remove) {
    implement(app, remove, ({ session, params, write }) =>
      write((trx, work) => store.remove(trx, work, { session, params }, idOf(params))),
    );
  }
};

/** Implements those calls of a register that are given; what differs more is left out and keeps `implement`. */
export const implementRegister = <Body, Answer, Row>(
  app: FastifyInstance,
  calls: RegisterCalls,
  store: RegisterStore<Body, Answer, Row>,
  options: FeatureOptions<Row> = {},
): void => {
  const loose = store as LooseStore<Row>;
  reading(app, calls, loose);
  writing(app, calls, loose, options);
};

type SimpleCalls = RowCalls & RegisterCalls & Partial<ImportCalls<Endpoint>>;

/** What takes imported rows of a described register back: the one who may delete a row may. */
const reversalBy = <E extends RowCalls, T extends RegisterTable>(
  description: StoreDescription<E, T, unknown>,
): Reversal => {
  const { check } = description;
  return reversalOf(description, {
    label: columnOf(description.defaultSort),
    ...(check && {
      // Safe cast: the row comes from the description's table.
      check: ({ trx, session }, row) => check({ trx, session, before: row as unknown as Selectable<Database[T]> }),
    }),
  });
};

/** A whole feature from its contract and its description, for registers with nothing besides; `reversal` takes its rows back. */
export const registerFeature = <E extends SimpleCalls, T extends RegisterTable>(
  endpoints: E,
  description: StoreDescription<E, T, unknown> & {
    /** Sentences for the constraints that a person can break. */
    sentences: Record<string, ConstraintText>;
    /** How rows of spreadsheets are read and found, where the register has the call. */
    imported?: Pick<StoreImport, 'description' | 'identities' | 'check'>;
  },
) => {
  const reversal = reversalBy(description);
  const feature = async (app: FastifyInstance): Promise<void> => {
    const { imported } = description;
    const { import: importing, undoImport } = endpoints;
    app.platform.constraints.describe(description.sentences);
    if (imported && importing && undoImport) {
      const { table, entity } = description;
      const fields = description.fields as Fields;
      const importer = storeImporter({ ...imported, table, entity, fields, reversal, create: endpoints.create });
      implementImport(app, { import: importing, undoImport }, importer);
    }
    implementRegister<BodyOf<E['create']>, AnswerOf<E['get']>, unknown>(
      app,
      endpoints,
      registerStore(endpoints, description),
    );
  };
  return Object.assign(feature, { reversal });
};
