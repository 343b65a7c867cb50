-- States of lists that users keep under a name (decision 97).

create table saved_views (
  account_id bigint not null,
  id         bigint generated always as identity,
  company_id bigint not null,
  list       text not null check (list ~ '^[A-Z][A-Z_]{1,39}$'),
  name       text not null check (length(name) between 1 and 80 and name ~ '\S'),
  -- Query string of the list: filters and sort.
  address    text not null check (length(address) <= 2000),
  shared     boolean not null,
  created_by bigint not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  constraint saved_views_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint saved_views_creator_fk foreign key (account_id, created_by) references users (account_id, id) on delete cascade
);
create unique index saved_views_name_key on saved_views (account_id, company_id, created_by, list, search_key(name));
create index saved_views_creator on saved_views (account_id, created_by);
select protect_tenant_table('saved_views');
