import type { Generated, GeneratedAlways } from 'kysely';
import type { UserPermissionsTable } from '../tables.ts';

export interface PermissionTemplatesTable {
  account_id: number;
  id: GeneratedAlways<number>;
  name: string;
  version: Generated<number>;
}

/** A cell of the matrix of a template. */
export interface PermissionTemplateGrantsTable {
  account_id: number;
  template_id: number;
  company_id: number;
  building_id: number | null;
  permission: UserPermissionsTable['permission'];
}

/** A group of an organization, as its provider names it, and a template that its members get. */
export interface OrganizationGroupsTable {
  account_id: number;
  id: GeneratedAlways<number>;
  organization_id: number;
  name: string;
  template_id: number;
}

/** The groups of a user by their last login. */
export interface UserGroupClaimsTable {
  account_id: number;
  user_id: number;
  group_id: number;
}

declare module '../../platform/db/tables.ts' {
  interface Database {
    permission_templates: PermissionTemplatesTable;
    permission_template_grants: PermissionTemplateGrantsTable;
    organization_groups: OrganizationGroupsTable;
    user_group_claims: UserGroupClaimsTable;
  }
}
