-- Photos and scans of what came: the signed stub of the nota, the goods. They belong to the delivery, and go with it.
create table order_delivery_files (
  account_id  bigint not null,
  id          bigint generated always as identity,
  delivery_id bigint not null,
  name        text not null check (length(name) between 1 and 200),
  media_type  text not null check (length(media_type) <= 100),
  size        integer not null check (size between 1 and 10485760),
  created_at  timestamptz not null,
  created_by  bigint,
  primary key (account_id, id),
  constraint order_delivery_files_delivery_fk foreign key (account_id, delivery_id)
    references order_deliveries (account_id, id) on delete cascade,
  constraint order_delivery_files_user_fk foreign key (account_id, created_by)
    references users (account_id, id) on delete set null (created_by)
);
create index order_delivery_files_delivery on order_delivery_files (account_id, delivery_id);
select protect_tenant_table('order_delivery_files');

-- Apart from its row, so that listing files never reads their bytes.
create table order_delivery_file_contents (
  account_id bigint not null,
  file_id    bigint not null,
  content    bytea not null,
  primary key (account_id, file_id),
  constraint order_delivery_file_contents_file_fk foreign key (account_id, file_id)
    references order_delivery_files (account_id, id) on delete cascade
);
select protect_tenant_table('order_delivery_file_contents');
