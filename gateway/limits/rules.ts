import { ApolloArmor } from '@escape.tech/graphql-armor';
import { type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode, type ValidationRule } from 'graphql';
import { ALONE, LIMITS, limitError } from './settings.ts';

type Report = { reportError: (error: ReturnType<typeof limitError>) => void } | null | undefined;

/**
 * Reports a limit error as a validation error (400): by default graphql-armor throws a plain error, which Apollo
 * returns as 500.
 */
const limited = (n: number, limit: string, message: string) => ({
  n,
  propagateOnRejection: false,
  onReject: [(context: Report) => context?.reportError(limitError(limit, message))],
});

const off = { enabled: false } as const;

const armor = new ApolloArmor({
  maxDepth: {
    ...limited(LIMITS.depth, 'depth', `A consulta passa de ${LIMITS.depth} níveis de profundidade.`),
    flattenFragments: true,
  },
  maxAliases: {
    ...limited(LIMITS.aliases, 'aliases', `A consulta usa mais de ${LIMITS.aliases} apelidos (aliases).`),
    allowList: [],
  },
  maxDirectives: limited(LIMITS.directives, 'directives', `A consulta usa mais de ${LIMITS.directives} diretivas.`),
  // cost.ts replaces the cost limit, since it knows the sizes of lists; Apollo's token limit returns 400 where armor's
  // returns 500.
  costLimit: off,
  maxTokens: off,
  // Introspection is open, so suggestions reveal nothing.
  blockFieldSuggestion: off,
});

/** Returns the root fields of a selection with fragments expanded, each fragment once. */
const rootFields = (
  selections: SelectionSetNode,
  fragmentOf: (name: string) => FragmentDefinitionNode | null | undefined,
  seen = new Set<string>(),
): FieldNode[] =>
  selections.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection];
    if (selection.kind === Kind.INLINE_FRAGMENT) return rootFields(selection.selectionSet, fragmentOf, seen);
    const name = selection.name.value;
    if (seen.has(name)) return [];
    seen.add(name);
    const fragment = fragmentOf(name);
    return fragment ? rootFields(fragment.selectionSet, fragmentOf, seen) : [];
  });

const rootRule: ValidationRule = (context) => ({
  OperationDefinition: ({ selectionSet }) => {
    const fields = rootFields(selectionSet, (name) => context.getFragment(name));
    if (fields.length > LIMITS.rootFields) {
      context.reportError(limitError('rootFields', `Peça no máximo ${LIMITS.rootFields} campos por operação.`));
    }
    const alone = fields.find((field) => ALONE.has(field.name.value));
    if (alone && (fields.length > 1 || alone.alias)) {
      const message = `O campo ${alone.name.value} deve vir sozinho na operação, sem apelido (alias).`;
      context.reportError(limitError('alone', message));
    }
  },
});

/** Validation rules for limits that do not depend on variables; checked once per document. */
export const limitRules: ValidationRule[] = [...armor.protect().validationRules, rootRule];
