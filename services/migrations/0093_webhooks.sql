-- Webhooks (docs/decisions/0088): where events of an account are sent, the events that wait, and what receivers answered.

create table webhooks (
  account_id       bigint not null references accounts (id) on delete cascade,
  id               bigint generated always as identity,
  url              text not null check (length(url) between 1 and 500),
  description      text check (length(description) between 1 and 120),
  -- Null: all types, also later ones.
  events           text[] check (cardinality(events) between 1 and 100),
  -- Without it the rows of webhook_places are all whose events it gets.
  everywhere       boolean not null,
  state            text not null check (state in ('ACTIVE', 'PAUSED')),
  pause_reason     text check (pause_reason in ('MANUAL', 'EXHAUSTED', 'GONE')),
  paused_at        timestamptz,
  -- The last attempt failed: until one succeeds, only one at a time is made.
  failing          boolean not null default false,
  -- Sealed: it is needed to sign.
  secret           bytea not null,
  old_secret       bytea,
  old_secret_until timestamptz,
  created_at       timestamptz not null,
  version          integer not null default 1,
  primary key (account_id, id),
  check ((state = 'PAUSED') = (pause_reason is not null)),
  check ((state = 'PAUSED') = (paused_at is not null)),
  check ((old_secret is null) = (old_secret_until is null))
);
select protect_tenant_table('webhooks');

create table webhook_places (
  account_id  bigint not null,
  webhook_id  bigint not null,
  company_id  bigint not null,
  -- Null: all of the company.
  building_id bigint,
  constraint webhook_places_key unique nulls not distinct (account_id, webhook_id, company_id, building_id),
  constraint webhook_places_webhook_fk foreign key (account_id, webhook_id) references webhooks (account_id, id) on delete cascade,
  constraint webhook_places_company_fk foreign key (account_id, company_id) references companies (account_id, id) on delete cascade,
  constraint webhook_places_building_fk foreign key (account_id, company_id, building_id)
    references buildings (account_id, company_id, id) on delete cascade
);
create index webhook_places_building on webhook_places (account_id, company_id, building_id);
select protect_tenant_table('webhook_places');

-- An event on its way to one webhook, written in the SQL transaction of the change that it tells of.
create table webhook_deliveries (
  account_id       bigint not null,
  id               bigint generated always as identity,
  webhook_id       bigint not null,
  -- The same for all webhooks and attempts.
  event_id         text not null check (event_id ~ '^evt_[0-9a-f]{32}$'),
  type             text not null check (length(type) between 1 and 60),
  -- Row of the history: deliveries of one row go one after the other.
  entity           text not null check (length(entity) between 1 and 60),
  entity_id        bigint not null,
  test             boolean not null default false,
  -- `data` of what is sent.
  data             jsonb not null,
  at               timestamptz not null,
  state            text not null default 'WAITING' check (state in ('WAITING', 'DELIVERED', 'FAILED')),
  attempts         integer not null default 0 check (attempts >= 0),
  first_attempt_at timestamptz,
  next_attempt_at  timestamptz not null,
  -- Of the process that is sending it; after it, another one does.
  lease            uuid,
  lease_until      timestamptz,
  last_attempt_at  timestamptz,
  status           integer,
  error            text check (error in ('NOT_FOUND', 'PRIVATE', 'CONNECTION', 'CERTIFICATE', 'TIMEOUT')),
  milliseconds     integer,
  primary key (account_id, id),
  constraint webhook_deliveries_key unique (account_id, webhook_id, id),
  constraint webhook_deliveries_webhook_fk foreign key (account_id, webhook_id) references webhooks (account_id, id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (account_id, webhook_id, next_attempt_at, id) where state = 'WAITING';
create index webhook_deliveries_row on webhook_deliveries (account_id, webhook_id, entity, entity_id, id) where state = 'WAITING';
create index webhook_deliveries_flying on webhook_deliveries (lease_until) where lease_until is not null;
create index webhook_deliveries_at on webhook_deliveries (account_id, webhook_id, at);
create index webhook_deliveries_failed on webhook_deliveries (account_id, webhook_id, id) where state = 'FAILED';
select protect_tenant_table('webhook_deliveries');

create table webhook_attempts (
  account_id   bigint not null,
  id           bigint generated always as identity,
  delivery_id  bigint not null,
  at           timestamptz not null,
  milliseconds integer not null check (milliseconds >= 0),
  status       integer,
  error        text check (error in ('NOT_FOUND', 'PRIVATE', 'CONNECTION', 'CERTIFICATE', 'TIMEOUT')),
  answer       text check (octet_length(answer) <= 20000),
  primary key (account_id, id),
  constraint webhook_attempts_delivery_fk foreign key (account_id, delivery_id) references webhook_deliveries (account_id, id) on delete cascade
);
create index webhook_attempts_delivery on webhook_attempts (account_id, delivery_id, id);
select protect_tenant_table('webhook_attempts');

create function notify_webhook_queued() returns trigger language plpgsql as $$
begin
  perform pg_notify('webhook_queued', '');
  return null;
end $$;
create trigger webhook_queued after insert on webhook_deliveries for each statement execute function notify_webhook_queued();

-- What an event tells of its row besides the id: its place, the number or name that people know it by, and its REST resource. Neither money
-- nor what is personal: partners have no name here. No row for one that is gone.
create function webhook_subject(p_account_id bigint, p_entity text, p_id bigint)
  returns table (company_id bigint, building_ids bigint[], number text, name text, path text)
  language sql stable set search_path = public, pg_temp as $$
  select t.company_id, array(select distinct a.building_id from apportionments a
                              where a.account_id = t.account_id and a.transaction_id = t.id order by 1),
         t.document_number, null, format('financial/company/%s/%s/%s', t.company_id, lower(t.type), t.id)
    from transactions t where p_entity = 'transaction' and t.account_id = p_account_id and t.id = p_id
  union all
  select t.company_id, '{}'::bigint[], null, null, format('financial/companies/%s/transfers?ids=%s', t.company_id, t.id)
    from transfers t where p_entity = 'transfer' and t.account_id = p_account_id and t.id = p_id
  union all
  select o.company_id, array[o.building_id], o.document, null, format('purchase/company/%s/order/%s', o.company_id, o.id)
    from orders o where p_entity = 'order' and o.account_id = p_account_id and o.id = p_id
  union all
  select q.company_id, array[q.building_id], q.document, null, format('purchase/company/%s/quote/%s', q.company_id, q.id)
    from quotes q where p_entity = 'quote' and q.account_id = p_account_id and q.id = p_id
  union all
  select e.company_id, array[e.building_id], e.code, null,
         case p_entity when 'schedule' then format('engineering/cost-estimates/%s/schedule', e.id)
           else format('engineering/company/%s/cost-estimate/%s', e.company_id, e.id) end
    from cost_estimates e where p_entity in ('costEstimate', 'schedule') and e.account_id = p_account_id and e.id = p_id
  union all
  select k.company_id, array[e.building_id], m.number::text, null, format('engineering/measurements/%s', m.id)
    from measurements m
    join measurement_contracts k on k.account_id = m.account_id and k.id = m.contract_id
    join cost_estimates e on e.account_id = k.account_id and e.id = k.cost_estimate_id
   where p_entity = 'measurement' and m.account_id = p_account_id and m.id = p_id
  union all
  select null, '{}'::bigint[], null, null, format('financial/account/%s/partner/%s', p_account_id, p.id)
    from partners p where p_entity = 'partner' and p.account_id = p_account_id and p.id = p_id
  union all
  select b.company_id, array[b.id], null, b.name, format('financial/company/%s/building/%s', b.company_id, b.id)
    from buildings b where p_entity = 'building' and b.account_id = p_account_id and b.id = p_id
  union all
  select c.id, '{}'::bigint[], null, c.name, format('financial/account/%s/company/%s', p_account_id, c.id)
    from companies c where p_entity = 'company' and c.account_id = p_account_id and c.id = p_id
  union all
  select null, '{}'::bigint[], null, c.name, format('financial/account/%s/category/%s', p_account_id, c.id)
    from categories c where p_entity = 'category' and c.account_id = p_account_id and c.id = p_id
  union all
  select w.company_id, '{}'::bigint[], null, w.identifier, format('financial/company/%s/bank/%s', w.company_id, w.id)
    from wallets w where p_entity = 'wallet' and w.account_id = p_account_id and w.id = p_id
  union all
  select null, '{}'::bigint[], null, null, format('purchase/account/%s/product/%s', p_account_id, p.id)
    from products p where p_entity = 'product' and p.account_id = p_account_id and p.id = p_id
$$;

-- Queues the events of a command for the active webhooks that want them. `p_events`: [{type, entity, id, extra, companyId, buildingIds}], the last
-- two of a row that is gone.
create function queue_webhook_events(p_at timestamptz, p_events jsonb) returns void
  language sql set search_path = public, pg_temp as $$
  insert into webhook_deliveries (account_id, webhook_id, event_id, type, entity, entity_id, data, at, next_attempt_at)
  with wanted as materialized (
    select e.place, e.type, e.entity, e.id, e.extra, 'evt_' || replace(gen_random_uuid()::text, '-', '') as event_id,
           coalesce(s.company_id, e."companyId") as company_id, coalesce(s.building_ids, e."buildingIds", '{}') as building_ids,
           s.number, s.name, s.path
      from jsonb_to_recordset(p_events) as e (place bigint, type text, entity text, id bigint, extra jsonb, "companyId" bigint, "buildingIds" bigint[])
      left join lateral webhook_subject(current_account_id(), e.entity, e.id) s on true
     where exists (select from webhooks w where w.account_id = current_account_id() and w.state = 'ACTIVE'
                      and (w.events is null or e.type = any(w.events)))
  )
  select w.account_id, w.id, e.event_id, e.type, e.entity, e.id,
         jsonb_build_object('id', e.id, 'entity', e.entity, 'companyId', e.company_id, 'buildingIds', e.building_ids,
                            'number', e.number, 'name', e.name, 'url', '/api/v1/' || e.path) || coalesce(e.extra, '{}'),
         p_at, p_at
    from wanted e
    join webhooks w on w.account_id = current_account_id() and w.state = 'ACTIVE' and (w.events is null or e.type = any(w.events))
     and (w.everywhere or e.company_id is null or exists (
           select from webhook_places p where p.account_id = w.account_id and p.webhook_id = w.id and p.company_id = e.company_id
              and (p.building_id is null or p.building_id = any(e.building_ids))))
   order by e.place, w.id
$$;

-- Deliveries to send now, leased to one process until `p_now + p_lease`: of each webhook at most `p_each` at a time, one if its last attempt
-- failed, and of failing ones at most `p_failing` altogether, so that receivers that are silent leave room for the others. A delivery waits for
-- the earlier ones of its row.
create function claim_webhook_deliveries(p_now timestamptz, p_most integer, p_each integer, p_failing integer, p_lease interval)
  returns table (account_id bigint, id bigint, webhook_id bigint, lease uuid, event_id text, type text, data jsonb, at timestamptz, test boolean,
                 attempts integer, first_attempt_at timestamptz, url text, secret bytea, old_secret bytea)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  set local prumo.owner_access = 'on';
  return query
  with flying as materialized (
    select d.account_id, d.webhook_id, count(*) as count
      from webhook_deliveries d where d.lease_until > p_now group by 1, 2
  ), ready as materialized (
    select d.account_id, d.id, w.failing, d.next_attempt_at,
           row_number() over (partition by w.failing order by d.next_attempt_at, d.id) as place
      from webhooks w
      left join flying f on f.account_id = w.account_id and f.webhook_id = w.id
      cross join lateral (
        select d.account_id, d.id, d.next_attempt_at
          from webhook_deliveries d
         where d.account_id = w.account_id and d.webhook_id = w.id and d.state = 'WAITING' and d.next_attempt_at <= p_now
           and (d.lease_until is null or d.lease_until <= p_now) and (w.state = 'ACTIVE' or d.test)
           and not exists (select from webhook_deliveries e where e.account_id = d.account_id and e.webhook_id = d.webhook_id
                              and e.entity = d.entity and e.entity_id = d.entity_id and e.state = 'WAITING' and e.id < d.id)
         order by d.next_attempt_at, d.id
         limit greatest(0, (case when w.failing then 1 else p_each end) - coalesce(f.count, 0))) d
  ), chosen as materialized (
    select r.account_id, r.id from ready r
     where not r.failing or r.place <= p_failing - coalesce((select sum(f.count) from flying f
             join webhooks w on w.account_id = f.account_id and w.id = f.webhook_id and w.failing), 0)
     order by r.failing, r.next_attempt_at, r.id limit p_most
  ), held as materialized (
    select d.account_id, d.id from webhook_deliveries d join chosen c on c.account_id = d.account_id and c.id = d.id
     where d.state = 'WAITING' and (d.lease_until is null or d.lease_until <= p_now)
     for update of d skip locked
  )
  update webhook_deliveries d set lease = gen_random_uuid(), lease_until = p_now + p_lease
    from held h join webhooks w on w.account_id = h.account_id
   where d.account_id = h.account_id and d.id = h.id and w.id = d.webhook_id
  returning d.account_id, d.id, d.webhook_id, d.lease, d.event_id, d.type, d.data, d.at, d.test, d.attempts, d.first_attempt_at, w.url, w.secret,
            case when w.old_secret_until > p_now then w.old_secret end;
  set local prumo.owner_access = '';
end $$;

-- Stores an attempt and what follows from it, unless another process has the delivery by now; returns whether it did.
create function settle_webhook_delivery(p_account_id bigint, p_id bigint, p_lease uuid, p_state text, p_next timestamptz, p_attempt jsonb) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  owned bigint;
  is_test boolean;
  attempt record;
begin
  set local prumo.owner_access = 'on';
  select * into attempt from jsonb_to_record(p_attempt) as a (at timestamptz, milliseconds integer, status integer, error text, answer text);
  update webhook_deliveries d
     set state = p_state, attempts = d.attempts + 1, next_attempt_at = coalesce(p_next, d.next_attempt_at), lease = null, lease_until = null,
         first_attempt_at = coalesce(d.first_attempt_at, attempt.at), last_attempt_at = attempt.at, status = attempt.status, error = attempt.error,
         milliseconds = attempt.milliseconds
   where d.account_id = p_account_id and d.id = p_id and d.lease = p_lease
  returning d.webhook_id, d.test into owned, is_test;
  if owned is not null then
    insert into webhook_attempts (account_id, delivery_id, at, milliseconds, status, error, answer)
      values (p_account_id, p_id, attempt.at, attempt.milliseconds, attempt.status, attempt.error, attempt.answer);
    update webhooks w set failing = (p_state <> 'DELIVERED')
     where w.account_id = p_account_id and w.id = owned and w.failing <> (p_state <> 'DELIVERED') and (p_state = 'DELIVERED' or not is_test);
  end if;
  set local prumo.owner_access = '';
  return owned is not null;
end $$;

create function forget_webhook_deliveries(p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  set local prumo.owner_access = 'on';
  delete from webhook_deliveries d using webhooks w
   where d.account_id = w.account_id and d.webhook_id = w.id and d.at < p_now - interval '30 days';
  update webhooks set old_secret = null, old_secret_until = null where old_secret_until <= p_now;
  set local prumo.owner_access = '';
end $$;

revoke all on function claim_webhook_deliveries, settle_webhook_delivery, forget_webhook_deliveries from public;
grant execute on function claim_webhook_deliveries, settle_webhook_delivery, forget_webhook_deliveries to prumo_app;
