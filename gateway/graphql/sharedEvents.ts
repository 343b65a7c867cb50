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

interface Answer {
  result: ExecutionResult;
  /** Its JSON, where it may be told to other sockets, too. */
  json: string | null;
}

/** Of an operation: the last event and its answer. What is told to all reaches every socket before the next event, or nearly so. */
interface Told {
  textOf: ReadText | null;
  text: string | null;
  answer: Answer | null;
}

/** By operation: DocumentCache gives all sockets that send a text the same nodes. */
const told = new WeakMap<OperationDefinitionNode, Told>();

const toldOf = ({ schema, document, operationName }: ExecutionArgs): Told | null => {
  const operation = getOperationAST(document, operationName);
  if (!operation) return null;
  const known = told.get(operation);
  if (known) return known;
  const made: Told = { textOf: textReader(schema, document), text: null, answer: null };
  told.set(operation, made);
  return made;
};

/** Executes an event, unless another socket has just been answered the same operation for an equal one. */
const answerOf = async (args: ExecutionArgs, last: Told | null, event: unknown): Promise<Answer> => {
  const text = last?.textOf?.(event) ?? null;
  if (last?.answer && text !== null && last.text === text) return last.answer;
  const result = await execute({ ...args, rootValue: event });
  // An error names its request.
  if (!last || text === null || text.length > LONGEST || result.errors) return { result, json: null };
  const answer = { result, json: JSON.stringify(result) };
  Object.assign(last, { text, answer });
  return answer;
};

/** Sends the JSON of an answer to the socket; returns what to wait for before the next one, if anything. */
export type SendJson = (json: string) => Promise<void> | undefined;

/** What a subscription is executed with. An answer that is shared goes by `sendJson`, all others are returned. */
export interface SubscriptionArgs extends ExecutionArgs {
  sendJson?: SendJson;
}

type Answers = AsyncIterableIterator<ExecutionResult, void>;

/** Does what graphql-js's `subscribe` does, but executes an event that many sockets are told once, and writes its JSON once. */
export const subscribe = async (args: SubscriptionArgs): Promise<Answers | ExecutionResult> => {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const events = source[Symbol.asyncIterator]();
  const last = toldOf(args);
  const done = { value: undefined, done: true } as const;
  const next = async (): Promise<IteratorResult<ExecutionResult, void>> => {
    for (let event = await events.next(); !event.done; event = await events.next()) {
      const { result, json } = await answerOf(args, last, event.value);
      if (json === null || !args.sendJson) return { value: result, done: false };
      await args.sendJson(json);
    }
    return done;
  };
  const answers: Answers = {
    next: async () => {
      try {
        return await next();
      } catch (error) {
        await events.return?.();
        throw error;
      }
    },
    return: async () => {
      await events.return?.();
      return done;
    },
    throw: async (error: unknown) => {
      await events.return?.();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  return answers;
};
