-- Templates of permissions, the groups of organizations that give them, and where a permission comes from
-- (docs/decisions/0080).

create table permission_templates (
  account_id bigint not null references accounts (id) on delete cascade,
  id         bigint generated always as identity,
  name       text not null check (length(name) between 1 and 80),
  version    integer not null default 1,
  primary key (account_id, id)
);
create unique index permission_templates_name_key on permission_templates (account_id, search_key(name));
select protect_tenant_table('permission_templates');

-- The cells of its matrix, as those of a user.
create table permission_template_grants (
  account_id  bigint not null,
  template_id bigint not null,
  company_id  bigint not null,
  -- Null: the rows of the company that belong to no building.
  building_id bigint,
  permission  text not null check (permission in ('DEBIT', 'CREDIT', 'PURCHASE', 'ENGINEERING')),
  constraint permission_template_grants_key unique nulls not distinct (account_id, template_id, company_id, building_id, permission),
  constraint permission_template_grants_template_fk foreign key (account_id, template_id)
    references permission_templates (account_id, id) on delete cascade,
  constraint permission_template_grants_company_fk foreign key (account_id, company_id)
    references companies (account_id, id) on delete cascade,
  constraint permission_template_grants_building_fk foreign key (account_id, company_id, building_id)
    references buildings (account_id, company_id, id) on delete cascade
);
create index permission_template_grants_place on permission_template_grants (account_id, company_id, building_id);
select protect_tenant_table('permission_template_grants');

-- By hand of an administrator, by a group, or by both: taking one away leaves the other.
alter table user_permissions
  add column by_hand boolean not null default true,
  add column by_group boolean not null default false,
  add constraint user_permissions_source check (by_hand or by_group);
create index user_permissions_by_group on user_permissions (account_id, user_id) where by_group;

alter table organizations
  -- Claim of the ID token or of userinfo that names the groups.
  add column groups_claim text not null default 'groups' check (length(groups_claim) between 1 and 100),
  -- The last login whose groups were too many for the token.
  add column groups_unknown_at timestamptz;

-- Which templates the members of a group get.
create table organization_groups (
  account_id      bigint not null,
  id              bigint generated always as identity,
  organization_id bigint not null,
  -- As the provider sends it: a name, a path, or an id.
  name            text not null check (length(name) between 1 and 255),
  template_id     bigint not null,
  primary key (account_id, id),
  constraint organization_groups_key unique (account_id, organization_id, name, template_id),
  constraint organization_groups_organization_fk foreign key (account_id, organization_id)
    references organizations (account_id, id) on delete cascade,
  constraint organization_groups_template_fk foreign key (account_id, template_id)
    references permission_templates (account_id, id)
);
create index organization_groups_template on organization_groups (account_id, template_id);
select protect_tenant_table('organization_groups');

-- The groups of a user by their last login, as far as they give something.
create table user_group_claims (
  account_id      bigint not null,
  user_id         bigint not null,
  group_id        bigint not null,
  primary key (account_id, user_id, group_id),
  constraint user_group_claims_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade,
  constraint user_group_claims_group_fk foreign key (account_id, group_id)
    references organization_groups (account_id, id) on delete cascade
);
create index user_group_claims_group on user_group_claims (account_id, group_id);
select protect_tenant_table('user_group_claims');

create table scim_groups (
  account_id      bigint not null,
  id              bigint generated always as identity,
  organization_id bigint not null,
  display_name    text not null check (length(display_name) between 1 and 255),
  external_id     text check (length(external_id) between 1 and 255),
  created_at      timestamptz not null,
  modified_at     timestamptz not null,
  version         integer not null default 1,
  primary key (account_id, id),
  constraint scim_groups_organization_key unique (account_id, organization_id, id),
  constraint scim_groups_organization_fk foreign key (account_id, organization_id)
    references organizations (account_id, id) on delete cascade
);
create unique index scim_groups_name_key on scim_groups (account_id, organization_id, lower(display_name));
select protect_tenant_table('scim_groups');

create table scim_group_members (
  account_id      bigint not null,
  organization_id bigint not null,
  group_id        bigint not null,
  user_id         bigint not null,
  primary key (account_id, group_id, user_id),
  -- Group and member are of the same directory.
  constraint scim_group_members_group_fk foreign key (account_id, organization_id, group_id)
    references scim_groups (account_id, organization_id, id) on delete cascade,
  constraint scim_group_members_user_fk foreign key (account_id, organization_id, user_id)
    references scim_users (account_id, organization_id, user_id) on delete cascade
);
create index scim_group_members_group on scim_group_members (account_id, organization_id, group_id);
create index scim_group_members_user on scim_group_members (account_id, organization_id, user_id);
select protect_tenant_table('scim_group_members');

create or replace function forget_provisioned() returns trigger language plpgsql as $$
begin
  delete from scim_users where account_id = new.account_id and user_id = new.id;
  delete from user_group_claims where account_id = new.account_id and user_id = new.id;
  return null;
end $$;
