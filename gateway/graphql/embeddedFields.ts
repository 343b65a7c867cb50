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

/**
 * Returns a copy of the schema whose embedded fields have no resolver, so that graphql-jit reads the embedded rows
 * directly.
 */
const withEmbeddedRows = (schema: GraphQLSchema): GraphQLSchema => {
  const known = embeddedSchemas.get(schema);
  if (known) return known;
  // graphql-js has no copy of a schema other than the sorted one.
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

/** Returns true when the document selects more fields of an embedded row than the surrounding row contains. */
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
 * Returns the schema to compile a document against: without resolvers of embedded rows where their fields suffice. A
 * resolver call per row costs five times as much as the rest of the response.
 */
export const schemaFor = (schema: GraphQLSchema, document: DocumentNode): GraphQLSchema =>
  asksMoreThanEmbedded(schema, document) ? schema : withEmbeddedRows(schema);
