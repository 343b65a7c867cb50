import { getNullableType, isNonNullType, isObjectType } from 'graphql';

/** Generates the root fields that return one entity by its id, for the client's cache. */

/** Matches fields such as `building(companyId: ID!, id: ID!): Building`, and no list of what belongs to a row. */
const isDetail = ({ args, type }) => {
  const entity = getNullableType(type);
  const byId = args.some((arg) => arg.name === 'id' && isNonNullType(arg.type));
  return byId && isObjectType(entity) && 'id' in entity.getFields();
};

/** @type {import('@graphql-codegen/plugin-helpers').PluginFunction} */
export const plugin = (schema) => {
  const details = Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter(isDetail)
    .map(({ name, type }) => `  ${name}: '${getNullableType(type).name}',`);
  return ['export const details: Readonly<Record<string, string>> = {', ...details.sort(), '};'].join('\n');
};
