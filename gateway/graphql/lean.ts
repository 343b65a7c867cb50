import {
  BREAK,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isObjectType,
  Kind,
  lexicographicSortSchema,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { needsMore } from '../platform/selection.ts';

const leanSchemas = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** The schema with its embedded rows read as they came along, without a resolver. */
const leanOf = (schema: GraphQLSchema): GraphQLSchema => {
  const known = leanSchemas.get(schema);
  if (known) return known;
  // Sorting is the copy of a schema that graphql-js has.
  const lean = lexicographicSortSchema(schema);
  for (const type of Object.values(lean.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) if (field.extensions.cameAlong) delete field.resolve;
  }
  leanSchemas.set(schema, lean);
  return lean;
};

const fragmentsOf = ({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> =>
  Object.fromEntries(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );

/** True when a row that came along inside another one is asked for more than came along, anywhere in the document. */
const asksBeyond = (schema: GraphQLSchema, document: DocumentNode): boolean => {
  const fragments = fragmentsOf(document);
  const types = new TypeInfo(schema);
  let beyond = false;
  const Field = (node: FieldNode): typeof BREAK | undefined => {
    const known = types.getFieldDef()?.extensions.cameAlong;
    beyond = known !== undefined && needsMore({ fieldNodes: [node], fragments }, known);
    return beyond ? BREAK : undefined;
  };
  visit(document, visitWithTypeInfo(types, { Field }));
  return beyond;
};

/**
 * The schema to compile a document against. Calling a resolver for every row of a list, only to find each time that what
 * came along is enough, costs five times what the rest of the answer does.
 */
export const schemaFor = (schema: GraphQLSchema, document: DocumentNode): GraphQLSchema =>
  asksBeyond(schema, document) ? schema : leanOf(schema);
