-- A company's logo (specification §3): re-encoded by the services, with a small picture of it for lists. One row a company,
-- apart from it, so that reading companies does not read pictures.

create table company_logos (
  account_id bigint not null,
  company_id bigint not null,
  media_type text not null check (media_type = 'image/png'),
  width      integer not null check (width between 1 and 800),
  height     integer not null check (height between 1 and 400),
  content    bytea not null check (length(content) between 1 and 2097152),
  -- A picture at most 40 pixels high, as a list shows it.
  preview    bytea not null check (length(preview) between 1 and 32768),
  updated_at timestamptz not null,
  primary key (company_id),
  constraint company_logos_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade
);

select protect_tenant_table('company_logos');
