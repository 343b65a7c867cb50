import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { parse, type DocumentNode, type GraphQLSchema } from 'graphql';
import { enforceAccess } from '../access/directives.ts';
import { resolvers } from '../resolvers.ts';

const SDL = fileURLToPath(new URL('../../schema', import.meta.url));

/** Reads every .graphql file below schema/, in a fixed order. */
export const readSdl = (folder: string = SDL): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'));

/** Root types with their descriptions; every feature extends them. */
export const ROOTS = `
"Reads: each field names the permission that it needs and answers what the user may see; lists come in pages."
type Query

"Commands: each is whole or not at all, answers what it has changed, and is repeated safely under an Idempotency-Key header."
type Mutation

"Events as they happen, over a WebSocket by graphql-transport-ws; the token goes into connection_init."
type Subscription
`;

/** Fields of two types of one name would silently become one type, which no file describes. */
export const refuseRepeatedTypes = (documents: readonly DocumentNode[]): void => {
  const seen = new Set<string>();
  for (const definition of documents.flatMap(({ definitions }) => definitions)) {
    // An extension names the type that it extends; directives and operations are no types.
    if (!definition.kind.endsWith('TypeDefinition') || !('name' in definition) || !definition.name) continue;
    const { value } = definition.name;
    if (seen.has(value)) throw new Error(`The type ${value} is defined twice in schema/**/*.graphql.`);
    seen.add(value);
  }
};

/** Builds the executable schema. Throws for a type that is defined twice, and for a root field without an access directive or resolver. */
export const buildSchema = (): GraphQLSchema => {
  const typeDefs = [ROOTS, ...readSdl()].map((text) => parse(text, { noLocation: true }));
  refuseRepeatedTypes(typeDefs);
  return enforceAccess(
    makeExecutableSchema({
      typeDefs,
      resolvers,
      resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
      // The schema is made here and known to nobody else: a copy with the resolvers costs a third of the start.
      updateResolversInPlace: true,
    }),
  );
};
