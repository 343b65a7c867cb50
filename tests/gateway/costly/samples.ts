import {
  getNamedType,
  type GraphQLSchema,
  isInputType,
  type NamedTypeNode,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { MAX_PAGE_SIZE } from '#gateway/platform/lists.ts';
import { Random } from '../differential/random.ts';
import { valueOf } from '../differential/values.ts';

/** Valid values for all variables of an operation, with lists of maximum length. */
export const samplesFor = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
): Record<string, unknown> =>
  Object.fromEntries(
    variableDefinitions.map(({ variable: { name }, type: node }) => {
      const type = typeFromAST(schema, node as NamedTypeNode);
      if (!isInputType(type)) throw new Error(`No input: ${name.value}`);
      const longest = getNamedType(type).name === 'Int' && /size$/i.test(name.value);
      return [name.value, longest ? MAX_PAGE_SIZE : valueOf(type, new Random(1))];
    }),
  );
