-- How each user sees the columns of a list: order, which are shown, widths (decision 108).

create table list_columns (
  account_id bigint not null,
  user_id    bigint not null,
  list       text not null check (list ~ '^[A-Z][A-Z_]{1,39}$'),
  -- In their order: [{ id, shown, width }]; null where the list decides.
  columns    jsonb not null check (jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) between 1 and 60),
  primary key (account_id, user_id, list),
  constraint list_columns_user_fk foreign key (account_id, user_id) references users (account_id, id) on delete cascade
);
select protect_tenant_table('list_columns');
