import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Id, Name, Update, Version } from '../platform/shapes.ts';
import { PermissionMap } from './users.rest.ts';

const body = {
  name: Name(80),
  permissions: PermissionMap,
};

const PermissionTemplateBody = Type.Object(body);
export type PermissionTemplateBody = Static<typeof PermissionTemplateBody>;
const PermissionTemplateUpdate = Update(PermissionTemplateBody);
export type PermissionTemplateUpdate = Static<typeof PermissionTemplateUpdate>;

/** Permissions under a name, to give to users by hand or through the groups of an organization. */
export const PermissionTemplate = Type.Object({
  id: Id,
  ...body,
  groups: Type.Integer({ description: 'Groups of organizations that give it' }),
  version: Version,
});
export type PermissionTemplate = Static<typeof PermissionTemplate>;

const path = '/api/v1/security/permission-templates';

/** Templates of permissions (docs/decisions/0080). */
export const permissionTemplateEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Templates of permissions of the account, by name; at most a hundred',
    answer: Type.Array(PermissionTemplate),
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Adds a template of permissions; requires reauthentication',
    body: PermissionTemplateBody,
    answer: PermissionTemplate,
  }),
  update: endpoint({
    method: 'PUT',
    path,
    summary:
      'Changes a template, and with it the permissions of whoever has it through a group; requires reauthentication',
    body: PermissionTemplateUpdate,
    answer: PermissionTemplate,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Deletes a template that no group gives; requires reauthentication',
    params: Type.Object({ id: Id }),
    answer: Type.Object({ id: Id }),
  }),
};
