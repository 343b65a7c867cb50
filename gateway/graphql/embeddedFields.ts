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

const embeddedSchemas = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** A copy of the schema that reads embedded rows as they were sent, without a resolver. */
const withEmbeddedRows = (schema: GraphQLSchema): GraphQLSchema => {
  const known = embeddedSchemas.get(schema);
  if (known) return known;
  // Sorting is the copy of a schema that graphql-js has.
  const copy = lexicographicSortSchema(schema);
  for (const type of Object.values(copy.getTypeMap()).filter(isObjectType)) {
    for (const field of Object.values(type.getFields())) if (field.extensions.embedded) delete field.resolve;
  }
  embeddedSchemas.set(schema, copy);
  return copy;
};

const fragmentsOf = ({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> =>
  Object.fromEntries(
    definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );

/** Whether the document asks an embedded row anywhere for more fields than the row around it carries. */
const asksMoreThanEmbedded = (schema: GraphQLSchema, document: DocumentNode): boolean => {
  const fragments = fragmentsOf(document);
  const types = new TypeInfo(schema);
  let beyond = false;
  const Field = (node: FieldNode): typeof BREAK | undefined => {
    const known = types.getFieldDef()?.extensions.embedded;
    beyond = known !== undefined && needsMore({ fieldNodes: [node], fragments }, known);
    return beyond ? BREAK : undefined;
  };
  visit(document, visitWithTypeInfo(types, { Field }));
  return beyond;
};

/**
 * The schema to compile a document against. A resolver call for each row of a list costs five times
 * what the rest of the answer does, and is needless where the embedded fields are enough.
 */
export const schemaFor = (schema: GraphQLSchema, document: DocumentNode): GraphQLSchema =>
  asksMoreThanEmbedded(schema, document) ? schema : withEmbeddedRows(schema);
