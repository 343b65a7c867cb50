-- Measurement sheets (boletins) that are signed and checked (docs/decisions/0053): who signs for the works, what is printed
-- of a closed measurement as it was then, and its verification code.

alter table companies add column address text check (length(address) between 1 and 200);
alter table buildings
  add column address text check (length(address) between 1 and 200),
  -- The responsible technical person: name, title, registration (CREA or CAU).
  add column technical_name text check (length(technical_name) between 1 and 120),
  add column technical_title text check (length(technical_title) between 1 and 80),
  add column technical_registration text check (length(technical_registration) between 1 and 40);

-- The photo as annexes print it; null until it is drawn, empty for one that cannot be.
alter table measurement_photo_contents add column printed bytea;

-- One row for each closing. One that was reopened stays, so that its code tells so.
create table measurement_bulletins (
  account_id        bigint not null,
  measurement_id    bigint not null,
  verification_code text not null check (verification_code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  -- All that is printed but the rows (measurements.sheet) and the photos.
  facts             jsonb not null,
  logo              bytea,
  -- From its first print on nothing is added any more.
  printed_at        timestamptz,
  reopened_at       timestamptz,
  primary key (account_id, measurement_id, verification_code),
  constraint measurement_bulletins_measurement_fk foreign key (account_id, measurement_id)
    references measurements (account_id, id) on delete cascade
);
create unique index measurement_bulletins_valid on measurement_bulletins (account_id, measurement_id)
  where reopened_at is null;
create index measurement_bulletins_code on measurement_bulletins (verification_code);
select protect_tenant_table('measurement_bulletins');

-- What anybody who has the code of a bulletin may know of it. Totals of one that was reopened count no more.
create function find_bulletin(p_code text)
  returns table (number integer, period_start date, period_end date, closed_on date, reopened_at timestamptz,
                 period_value numeric, accumulated_value numeric, retention_value numeric, net_value numeric)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  return query
  select (m ->> 'number')::integer, (m ->> 'periodStart')::date, (m ->> 'periodEnd')::date, (b.facts ->> 'issuedOn')::date,
         b.reopened_at,
         case when b.reopened_at is null then (m ->> 'periodValue')::numeric end,
         case when b.reopened_at is null then (m ->> 'accumulatedValue')::numeric end,
         case when b.reopened_at is null then (m ->> 'retentionValue')::numeric end,
         case when b.reopened_at is null then (m ->> 'netValue')::numeric end
    from measurement_bulletins b cross join lateral (select b.facts -> 'measurement') as f(m)
   where b.verification_code = p_code
   limit 1;
  set local prumo.owner_access = '';
end $$;
revoke all on function find_bulletin from public;
grant execute on function find_bulletin to prumo_app;
