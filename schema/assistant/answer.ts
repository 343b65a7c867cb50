import { Type, type Static } from 'typebox';
import { LONGEST_QUESTION } from '#domain/assistant/question.ts';
import { Nullable } from '../platform/shapes.ts';

/** Route of the web client with its query, "/home/forms/transactions/outcome?view=overdue". */
const Target = Type.String({ pattern: '^/(?![/\\\\])', maxLength: 500, description: 'Route of the web client' });
const Words = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** Part of the sentence of an answer; names and figures are strong. */
const Span = Type.Object({ text: Words(500), strong: Type.Boolean() });

/** Line below the sentence: "Vencido 7.117,64". `value` is formatted for the reader. */
const Part = Type.Object({
  label: Words(200),
  value: Words(100),
  tone: Type.Union([Type.Literal('NEUTRAL'), Type.Literal('IN'), Type.Literal('OUT'), Type.Literal('LATE')]),
  to: Nullable(Target),
});

const Link = Type.Object({ label: Words(100), to: Target });

/** A button that sends `text` as the next message. */
const Choice = Type.Object({ label: Words(200), text: Words(500) });

const FormKind = Type.Union([
  Type.Literal('EXPENSE'),
  Type.Literal('INCOME'),
  Type.Literal('TRANSFER'),
  Type.Literal('ORDER'),
  Type.Literal('QUOTE'),
  Type.Literal('SUPPLIER'),
  Type.Literal('CUSTOMER'),
  Type.Literal('BUILDING'),
  Type.Literal('COST_ESTIMATE'),
  Type.Literal('USER'),
]);

/** One value that a form is to begin with. */
const Field = Type.Object({
  /** Key of the form's field: partner, value, dueDate, category, building, installments, description, name, source, target, product. */
  name: Words(40),
  label: Words(60),
  /** Id, decimal text, day or text, which may be most of the question; null while it is missing. */
  value: Nullable(Words(LONGEST_QUESTION)),
  /** `value` as the reader knows it: "R$ 1.200,00", "Caçambas Rápidas Ltda". */
  shown: Nullable(Words(LONGEST_QUESTION)),
  /** Where it comes from: "próximo dia 10". */
  note: Nullable(Words(200)),
  /** Values that fit, when the reader has to choose. */
  options: Type.Array(Type.Object({ value: Words(300), shown: Words(300) }), { maxItems: 20 }),
});

/** A form that was asked for, with what was understood; nothing is saved before the form's own "Salvar". */
const Form = Type.Object({
  kind: FormKind,
  title: Words(100),
  fields: Type.Array(Field, { maxItems: 12 }),
});

/** What the assistant answered to a question, as it was computed then. */
export const AssistantAnswer = Type.Object({
  /** Name of the intent that was understood; "unknown" for none. */
  intent: Words(40),
  spans: Type.Array(Span, { minItems: 1, maxItems: 40 }),
  parts: Type.Array(Part, { maxItems: 20 }),
  links: Type.Array(Link, { maxItems: 5 }),
  /** What the figures cover: "Despesas em aberto, todas as obras". */
  scope: Nullable(Words(300)),
  choices: Type.Array(Choice, { maxItems: 10 }),
  form: Nullable(Form),
});
export type AssistantAnswer = Static<typeof AssistantAnswer>;
export type AnswerSpan = Static<typeof Span>;
export type AnswerPart = Static<typeof Part>;
export type AnswerForm = Static<typeof Form>;
export type AnswerField = Static<typeof Field>;
