import {
  createSourceEventStream,
  type DocumentNode,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  type GraphQLSchema,
  type OperationDefinitionNode,
  TypeInfo,
  TypeNameMetaFieldDef,
  visit,
  visitWithTypeInfo,
} from 'graphql';

type ReadText = (event: unknown) => string;

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** Reads the text of an event of this subscription, which alone its resolver makes the answer's objects of. */
    textOf?: ReadText;
  }
}

/**
 * How to read the text that an answer follows from; null when it depends on more: a variable below the subscription's field, a
 * condition, or a resolver.
 */
const textReader = (schema: GraphQLSchema, document: DocumentNode): ReadText | null => {
  const subscriptions = schema.getSubscriptionType();
  const types = new TypeInfo(schema);
  const readers: (ReadText | undefined)[] = [];
  let more = false;
  const Field = (): void => {
    const field = types.getFieldDef();
    if (types.getParentType() === subscriptions) readers.push(field?.extensions.textOf);
    else if (field?.resolve && field !== TypeNameMetaFieldDef) more = true;
  };
  const Variable = (): void => {
    const parent = types.getParentType();
    if (parent && parent !== subscriptions) more = true;
  };
  const Directive = (): void => {
    more = true;
  };
  visit(document, visitWithTypeInfo(types, { Field, Variable, Directive }));
  const [textOf] = readers;
  return !more && textOf && readers.every((reader) => reader === textOf) ? textOf : null;
};

/** Longest text that is kept: there may be thousands of operations. Events have some hundred characters. */
const LONGEST = 8 * 1024;

/** Of an operation: the last event and its answer. What is told to all reaches every socket before the next event, or nearly so. */
interface Told {
  textOf: ReadText | null;
  text: string | null;
  result: ExecutionResult | null;
}

/** By operation: DocumentCache gives all sockets that send a text the same nodes. */
const told = new WeakMap<OperationDefinitionNode, Told>();

const toldOf = ({ schema, document, operationName }: ExecutionArgs): Told | null => {
  const operation = getOperationAST(document, operationName);
  if (!operation) return null;
  const known = told.get(operation);
  if (known) return known;
  const made = { textOf: textReader(schema, document), text: null, result: null };
  told.set(operation, made);
  return made;
};

/** Executes an event, unless another socket has just been answered the same operation for an equal one. */
const answerOf = async (args: ExecutionArgs, event: unknown): Promise<ExecutionResult> => {
  const last = toldOf(args);
  const text = last?.textOf?.(event) ?? null;
  if (last?.result && text !== null && last.text === text) return last.result;
  const result = await execute({ ...args, rootValue: event });
  // An error names its request.
  if (last && text !== null && text.length <= LONGEST && !result.errors) Object.assign(last, { text, result });
  return result;
};

type Answers = AsyncIterableIterator<ExecutionResult, void>;

/** Does what graphql-js's `subscribe` does, but executes an event that many sockets are told once. */
export const subscribe = async (args: ExecutionArgs): Promise<Answers | ExecutionResult> => {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const events = source[Symbol.asyncIterator]();
  const answered = async (next: IteratorResult<unknown>): Promise<IteratorResult<ExecutionResult, void>> => {
    if (next.done) return { value: undefined, done: true };
    try {
      return { value: await answerOf(args, next.value), done: false };
    } catch (error) {
      await events.return?.();
      throw error;
    }
  };
  const answers: Answers = {
    next: async () => answered(await events.next()),
    return: async () => (events.return ? answered(await events.return()) : { value: undefined, done: true }),
    throw: async (error: unknown) => {
      if (events.throw) return answered(await events.throw(error));
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  return answers;
};
