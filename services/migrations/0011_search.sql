-- A search costs what it finds, not the account (docs/decisions/0021). Behind row-level security no index may answer
-- LIKE, which is not leakproof. What a search looks through therefore stands in a table of its own, which nobody may read
-- but the functions below; they answer keys of documents of the account that the transaction is bound to, and nothing else.

create extension if not exists btree_gin;

create table document_search (
  account_id     bigint not null,
  company_id     bigint not null,
  type           text not null check (type in ('CREDIT', 'DEBIT')),
  transaction_id bigint not null,
  -- search_key of number, description and the partner's names, with spaces between: no word reaches over two of them.
  text           text not null,
  primary key (account_id, transaction_id),
  constraint document_search_transaction_fk foreign key (account_id, transaction_id)
    references transactions (account_id, id) on delete cascade
);
-- No policy and no grant: to the services it does not exist. Not forced, so that its owner's functions may use the index.
alter table document_search enable row level security;

-- What a search looks through in one document. The partner's row is held against being renamed meanwhile: whoever
-- renames it afterwards finds this document, and writes its text anew.
create function searched_text(p_account bigint, p_number text, p_description text, p_partner bigint) returns text
  language plpgsql set search_path = public, pg_temp as $$
declare
  names text;
begin
  if p_partner is not null then
    select concat_ws(' ', p.name, p.trade_name) into names from partners p
     where p.account_id = p_account and p.id = p_partner for share;
  end if;
  return search_key(concat_ws(' ', p_number, p_description, names));
end $$;

create function keep_document_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into document_search (account_id, company_id, type, transaction_id, text)
  values (new.account_id, new.company_id, new.type, new.id,
          searched_text(new.account_id, new.document_number, new.description, new.partner_id))
  on conflict (account_id, transaction_id) do update
    set company_id = excluded.company_id, type = excluded.type, text = excluded.text;
  return null;
end $$;

create function keep_partner_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update document_search s
     set text = search_key(concat_ws(' ', t.document_number, t.description, new.name, new.trade_name))
    from transactions t
   where t.account_id = new.account_id and t.partner_id = new.id
     and s.account_id = t.account_id and s.transaction_id = t.id;
  return null;
end $$;

create trigger keep_search_insert after insert on transactions
  for each row execute function keep_document_search();
create trigger keep_search_update after update of company_id, type, document_number, description, partner_id on transactions
  for each row when ((old.company_id, old.type, old.document_number, old.description, old.partner_id)
    is distinct from (new.company_id, new.type, new.document_number, new.description, new.partner_id))
  execute function keep_document_search();
create trigger keep_search after update of name, trade_name on partners
  for each row when ((old.name, old.trade_name) is distinct from (new.name, new.trade_name))
  execute function keep_partner_search();

-- What LIKE takes to find the word anywhere in something that search_key made. Escaped last: search_key makes % of ％.
create function search_pattern(word text) returns text
  language sql immutable strict parallel safe
  as $$ select '%' || regexp_replace(search_key(word), '([\\%_])', '\\\1', 'g') || '%' $$;

-- Keys of the documents of one kind in which every word occurs, of the transaction's own account: whoever calls has no
-- say in which. Words of three letters and more are looked up by their trigrams; shorter ones alone read the account.
create function find_documents(p_company bigint, p_type text, p_words text[]) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off set enable_seqscan = on
as $$
declare
  patterns text[] := array(select search_pattern(word) from unnest(p_words) word);
  -- One condition a word, since no index answers `like all`; nothing of the caller's gets into the statement's text.
  every_word text := (select string_agg(format('s.text like $4[%s]', n), ' and ') from generate_subscripts(patterns, 1) n);
begin
  -- Whatever the planner makes of its chances, what can be looked up is; until the end of this function.
  if exists (select from unnest(patterns) pattern where pattern ~ '[[:alnum:]]{3}') then
    perform set_config('enable_seqscan', 'off', true);
  end if;
  return query execute format(
    'select s.transaction_id from document_search s where s.account_id = $1 and s.company_id = $2 and s.type = $3 and %s',
    coalesce(every_word, 'true'))
    using current_account_id(), p_company, p_type, patterns;
end $$;

-- All texts anew, for who has changed documents or partners with triggers off.
create function rebuild_search() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('prumo.owner_access', 'on', true);
  lock table transactions, partners in share row exclusive mode;
  delete from document_search;
  insert into document_search (account_id, company_id, type, transaction_id, text)
  select t.account_id, t.company_id, t.type, t.id,
         search_key(concat_ws(' ', t.document_number, t.description, p.name, p.trade_name))
    from transactions t left join partners p on p.account_id = t.account_id and p.id = t.partner_id;
  perform set_config('prumo.owner_access', '', true);
end $$;

revoke all on function searched_text, keep_document_search, keep_partner_search, find_documents, rebuild_search from public;
grant execute on function search_pattern, find_documents to prumo_app;
select rebuild_search();

-- Entries go to their places at once: a search never has to read through a heap of what is new.
create index document_search_text on document_search using gin (account_id, text gin_trgm_ops) with (fastupdate = off);

alter table transactions drop column search_text;
