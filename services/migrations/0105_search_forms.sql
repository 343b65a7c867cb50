-- A search finds "NF 20.001" by "NF 20001", and two documents of a supplier are the same one however their number is written
-- (issue 17 §3). Both compare one normal form.

-- A document's number without what people write differently: no case, accents, punctuation, leading zeros or the name of
-- the paper before it ("NF-e nº 000.020.001" is "20001"). A number of signs alone stays as search_key has it.
create function document_number_key(value text) returns text
  language sql immutable strict parallel safe
  as $$
    select coalesce(nullif(
      regexp_replace(
        regexp_replace(
          regexp_replace(search_key(value), '[^a-z0-9]+', '', 'g'),
          '^(?:notafiscal|nota|nfse|nfe|nfs|nf)?(?:no|n)?(?=[0-9])', ''),
        '(?<![0-9])0+(?=[0-9])', '', 'g'),
      ''), search_key(value))
  $$;

-- What a search looks through in one document.
create function search_text(number text, description text, name text, trade_name text) returns text
  language sql immutable parallel safe
  as $$ select search_key(concat_ws(' ', number, description, name, trade_name, document_number_key(number))) $$;
grant execute on function document_number_key, search_text to prumo_app;

create or replace function searched_text(p_account bigint, p_number text, p_description text, p_partner bigint) returns text
  language plpgsql set search_path = public, pg_temp as $$
declare
  name text;
  trade_name text;
begin
  if p_partner is not null then
    select p.name, p.trade_name into name, trade_name from partners p
     where p.account_id = p_account and p.id = p_partner for share;
  end if;
  return search_text(p_number, p_description, name, trade_name);
end $$;

create or replace function keep_partner_search() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update document_search s
     set text = search_text(t.document_number, t.description, new.name, new.trade_name)
    from transactions t
   where t.account_id = new.account_id and t.partner_id = new.id
     and s.account_id = t.account_id and s.transaction_id = t.id;
  return null;
end $$;

create or replace function rebuild_search() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('prumo.owner_access', 'on', true);
  lock table transactions, partners in share row exclusive mode;
  delete from document_search;
  insert into document_search (account_id, company_id, type, transaction_id, text)
  select t.account_id, t.company_id, t.type, t.id,
         search_text(t.document_number, t.description, p.name, p.trade_name)
    from transactions t left join partners p on p.account_id = t.account_id and p.id = t.partner_id;
  perform set_config('prumo.owner_access', '', true);
end $$;

-- As in migration 0011; a word with digits is looked for as it was typed and in the normal form, when that has three letters or
-- more: two digits are in too many documents.
create or replace function find_documents(p_company bigint, p_type text, p_words text[]) returns setof bigint
  language plpgsql stable security definer set search_path = public, pg_temp set jit = off set enable_seqscan = on
as $$
declare
  patterns text[] := array(select search_pattern(word) from unnest(p_words) with ordinality w (word, n) order by n);
  forms text[] := array(
    select case when word ~ '[0-9]' and length(document_number_key(word)) >= 3
             then search_pattern(document_number_key(word)) else search_pattern(word) end
      from unnest(p_words) with ordinality w (word, n) order by n);
  -- One condition a word, since no index answers `like all`; nothing of the caller's gets into the statement's text.
  every_word text := (
    select string_agg(case when patterns[n] = forms[n] then format('s.text like $4[%s]', n)
                        else format('(s.text like $4[%1$s] or s.text like $5[%1$s])', n) end, ' and ')
      from generate_subscripts(patterns, 1) n);
begin
  -- Whatever the planner makes of its chances, what can be looked up is; until the end of this function.
  if exists (select from unnest(patterns) pattern where pattern ~ '[[:alnum:]]{3}') then
    perform set_config('enable_seqscan', 'off', true);
  end if;
  return query execute format(
    'select s.transaction_id from document_search s where s.account_id = $1 and s.company_id = $2 and s.type = $3 and %s',
    coalesce(every_word, 'true'))
    using current_account_id(), p_company, p_type, patterns, forms;
end $$;

select rebuild_search();

-- A search for an amount reads the values of the company from their indexes alone.
create index transactions_gross_value on transactions (account_id, company_id, type, gross_value, id);
