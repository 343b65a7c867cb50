import { permissionTemplateEndpoints, type PermissionTemplate } from '#schema/security/permissionTemplates.rest.ts';
import type { PermissionTemplateInput, Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { toPermissionMap, toPermissionRows } from './users.ts';

export type PermissionTemplateParent = PermissionTemplate;

const { list, create, update, remove } = permissionTemplateEndpoints;

const toBody = ({ name, permissions }: PermissionTemplateInput) => ({
  name,
  permissions: toPermissionMap(permissions),
});

/** Templates of permissions, for administrators. */
export const permissionTemplates: Resolvers = {
  Query: {
    permissionTemplates: (_, _args, { rest }) => rest.call(list, {}),
  },
  PermissionTemplate: {
    permissions: ({ permissions }) => toPermissionRows(permissions),
  },
  Mutation: {
    createPermissionTemplate: async (_, { input }, { rest }) => ({
      permissionTemplate: await rest.call(create, { body: toBody(input) }),
    }),
    updatePermissionTemplate: async (_, { id, version, input }, { rest }) => ({
      permissionTemplate: await rest.call(update, {
        body: { ...toBody(input), id: toId(id), version: version ?? undefined },
      }),
    }),
    deletePermissionTemplate: (_, { id }, { rest }) => rest.call(remove, { params: { id: toId(id) } }),
  },
};
