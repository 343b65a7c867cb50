-- Who has a measurement open, and at which line (mock 26: presence by line). Screens tell it every few seconds.
create table measurement_presences (
  account_id     bigint not null,
  measurement_id bigint not null,
  user_id        bigint not null,
  -- Null: at no line.
  line_id        bigint,
  seen_at        timestamptz not null,
  primary key (account_id, measurement_id, user_id),
  constraint measurement_presences_measurement_fk foreign key (account_id, measurement_id)
    references measurements (account_id, id) on delete cascade,
  constraint measurement_presences_user_fk foreign key (account_id, user_id) references users (account_id, id)
    on delete cascade,
  constraint measurement_presences_line_fk foreign key (account_id, line_id)
    references cost_estimate_lines (account_id, id) on delete set null (line_id)
);
create index measurement_presences_user on measurement_presences (account_id, user_id);
create index measurement_presences_line on measurement_presences (account_id, line_id) where line_id is not null;
select protect_tenant_table('measurement_presences');
