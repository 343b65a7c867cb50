import { ApolloArmor } from '@escape.tech/graphql-armor';
import { type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode, type ValidationRule } from 'graphql';
import { ALONE, LIMITS, limitError } from './settings.ts';

type Report = { reportError: (error: ReturnType<typeof limitError>) => void } | null | undefined;

/** graphql-armor throws a plain error by default, which Apollo answers with 500; reported, it is a 400 like others. */
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
  // Ours knows the sizes of lists (cost.ts); Apollo's own token limit answers 400 where armor's answers 500.
  costLimit: off,
  maxTokens: off,
  // The schema is open to introspection, so suggestions give nothing away.
  blockFieldSuggestion: off,
});

/** Root fields of a selection with fragments written out, each fragment once. */
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

/** Limits that a document breaks whatever its variables are; checked once for each document. */
export const limitRules: ValidationRule[] = [...armor.protect().validationRules, rootRule];
