-- Whoever is anonymised or deleted is in no text that the product wrote itself (docs/decisions/0111).

-- Messages name users by their ids, "@[12]", as comments do.
alter table assistant_messages
  -- Users whom the text names; an "@[12]" of anybody else is what somebody typed.
  add column people bigint[] not null default '{}' check (cardinality(people) <= 10);

-- The text of a message with the names of today.
create function message_text(m assistant_messages) returns text
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  told text := m.text;
  person record;
begin
  if m.people = '{}' then return told; end if;
  for person in
    select p.id, u.name from unnest(m.people) p (id) left join users u on u.account_id = m.account_id and u.id = p.id
  loop
    told := replace(told, '@[' || person.id || ']', coalesce(person.name, 'Usuário excluído'));
  end loop;
  return told;
end $$;

-- Messages from before have names. Whose it is, is known of a name that one user of the account has today; whoever was renamed
-- or anonymised since is "Um usuário".
set local prumo.owner_access = 'on';
with named as (
  select m.account_id, m.id, m.text, coalesce(
      substring(m.text from '^(.+?) mencionou você em um comentário '),
      substring(m.text from '^(.+?) salvou o documento '),
      substring(m.text from '^(.+?) alterou os dados de pagamento de '),
      substring(m.text from '^(.+?) (?:aprovou|reprovou) o pedido '),
      substring(m.text from '^O pedido .* aguarda a sua aprovação: .* Comprador: (.+)\.$'),
      substring(m.text from ', agendado por (.+), foi pausado: essa pessoa não tem mais acesso\.$')) as name
    from assistant_messages m
   where m.user_id is not null and m.sender = 'ASSISTANT' and m.answer is null
), found as (
  select n.account_id, n.id, n.text, n.name, u.id as person, coalesce('@[' || u.id || ']', 'Um usuário') as instead
    from named n
    left join lateral (select min(u.id) as id from users u where u.account_id = n.account_id and u.name = n.name
                       having count(*) = 1) u on true
   where n.name is not null
)
update assistant_messages m
   set people = array_remove(array[f.person], null),
       text = left(replace(replace(replace(
         case when starts_with(f.text, f.name || ' ') then f.instead || substr(f.text, length(f.name) + 1) else f.text end,
         ' Comprador: ' || f.name || '.', ' Comprador: ' || f.instead || '.'),
         ', agendado por ' || f.name || ', foi pausado', ', agendado por ' || f.instead || ', foi pausado'),
         '. ' || f.name || ': “', '. ' || f.instead || ': “'), 2000)
  from found f
 where m.account_id = f.account_id and m.id = f.id;
-- They say of each recipient what happened, by name; the list of sendings has it, too.
update assistant_messages
   set text = regexp_replace(text, '^(Envio de “[^”]*”: ).*$', '\1nem todos receberam.')
 where user_id is not null and sender = 'ASSISTANT' and answer is null and text like 'Envio de “%”: %';
set local prumo.owner_access = '';

-- As before, and what an entry tells of the row before and after.
create or replace function without_personal(p_entity text, p_details jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case
      when key = any(personal_columns(p_entity)) and value <> 'null' then to_jsonb('erased'::text)
      when key in ('before', 'after') and jsonb_typeof(value) = 'object' then without_personal(p_entity, value)
      else value end), '{}')
  from jsonb_each(p_details)
$$;

create function has_personal(p_entity text, p_details jsonb) returns boolean language sql immutable as $$
  select coalesce(p_details ?| personal_columns(p_entity), false)
      or coalesce(p_details -> 'before' ?| personal_columns(p_entity), false)
      or coalesce(p_details -> 'after' ?| personal_columns(p_entity), false)
$$;

-- What the history and the row of a user say of the person: today's name and login, and earlier ones.
create function words_of_user(p_account_id bigint, p_user_id bigint) returns text[] language sql stable as $$
  select array_agg(distinct word) from (
    select unnest(array[u.name, u.login, u.new_login]) as word from users u where u.account_id = p_account_id and u.id = p_user_id
    union all
    select said #>> '{}' from audit_log a
      cross join lateral (select a.details union all select a.details -> 'before' union all select a.details -> 'after') part (told)
      cross join lateral jsonb_each(case jsonb_typeof(part.told) when 'object' then part.told else '{}' end) field
      cross join lateral jsonb_array_elements(
        case jsonb_typeof(field.value) when 'array' then field.value else jsonb_build_array(field.value) end) said
     where a.account_id = p_account_id and a.entity = 'user' and a.entity_id = p_user_id
       and field.key in ('name', 'login', 'new_login') and jsonb_typeof(said) = 'string'
  ) known where word is not null and word <> 'erased'
$$;

-- Puts a word in the place of others, where they are a whole value of an answer that is kept for a repeated command.
create function unname_answers(p_account_id bigint, p_words text[], p_instead text) returns void language plpgsql as $$
declare
  instead text := to_json(p_instead);
  word text;
begin
  foreach word in array coalesce(p_words, '{}') loop
    continue when word is null;
    word := to_json(word);
    -- No value but a key of the same letters is left alone; JSON has no bare control character.
    update idempotency_keys
       set answer = replace(replace(replace(answer::text, word || ':', chr(1)), word, instead), chr(1), word || ':')::json
     where account_id = p_account_id and strpos(answer::text, word) > 0;
  end loop;
end $$;

-- The same for a user within entries of the history, "{id, name}", which some kinds of entries had.
create function unname_history(p_account_id bigint, p_user_id bigint, p_words text[], p_instead text, p_entity text default null)
  returns void language plpgsql as $$
declare
  instead text := jsonb_build_object('id', p_user_id, 'name', p_instead);
  word text;
begin
  foreach word in array coalesce(p_words, '{}') loop
    word := jsonb_build_object('id', p_user_id, 'name', word);
    update audit_log set details = replace(details::text, word, instead)::jsonb
     where account_id = p_account_id and (p_entity is null or entity = p_entity) and strpos(details::text, word) > 0;
  end loop;
end $$;

create or replace function erase_personal_history() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  access text := current_setting('prumo.owner_access', true);
begin
  perform set_config('prumo.owner_access', 'on', true);
  update audit_log a set details = without_personal(a.entity, a.details)
  from gone g
  where a.account_id = g.account_id and a.entity = tg_argv[0] and a.entity_id = g.id and has_personal(a.entity, a.details);
  update register_import_rows i set before = without_personal(i.entity, i.before)
  from gone g
  where i.account_id = g.account_id and i.entity = tg_argv[0] and i.row_id = g.id and has_personal(i.entity, i.before);
  if tg_argv[0] = 'user' then
    perform unname_answers(g.account_id, array[g.name, g.login, g.new_login], 'Usuário excluído') from gone g;
    -- Whoever has done nothing yet may have had a limit of orders.
    perform unname_history(g.account_id, g.id, array[g.name], 'Usuário excluído', 'company') from gone g;
  end if;
  perform set_config('prumo.owner_access', coalesce(access, ''), true);
  return null;
end $$;

-- As before, and what came since: tokens of programs, own lists, views, reports and files, and the name in kept answers.
create or replace function anonymise_user(p_account_id bigint, p_user_id bigint, p_now timestamptz) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_login text;
  words     text[];
begin
  if p_account_id is distinct from current_account_id() then raise exception 'not this account'; end if;
  set local prumo.owner_access = 'on';
  select login into strict old_login from users where account_id = p_account_id and id = p_user_id for update;
  words := words_of_user(p_account_id, p_user_id);
  update users set login = 'anonimizado-' || id || '@anonimizado.invalid', name = 'Usuário anonimizado ' || id, password_hash = null,
    signup_hash = null, new_login = null, admin = false, active = false, timezone = 'America/Sao_Paulo', email_confirmed_at = null,
    anonymised_at = p_now, version = version + 1
   where account_id = p_account_id and id = p_user_id;
  delete from user_permissions where account_id = p_account_id and user_id = p_user_id;
  delete from access_tokens where account_id = p_account_id and user_id = p_user_id;
  delete from api_tokens where account_id = p_account_id and user_id = p_user_id;
  delete from user_accesses where account_id = p_account_id and user_id = p_user_id;
  delete from user_identities where account_id = p_account_id and user_id = p_user_id;
  delete from user_totp where account_id = p_account_id and user_id = p_user_id;
  delete from recovery_codes where account_id = p_account_id and user_id = p_user_id;
  delete from passkeys where account_id = p_account_id and user_id = p_user_id;
  delete from passkey_challenges where account_id = p_account_id and user_id = p_user_id;
  delete from login_challenges where account_id = p_account_id and user_id = p_user_id;
  delete from link_tokens where account_id = p_account_id and user_id = p_user_id;
  delete from outgoing_mail where account_id = p_account_id and (user_id = p_user_id or about_id = p_user_id);
  delete from idempotency_keys where account_id = p_account_id and user_id = p_user_id;
  delete from assistant_messages where account_id = p_account_id and user_id = p_user_id;
  delete from assistant_acknowledgements where account_id = p_account_id and user_id = p_user_id;
  delete from assistant_preferences where account_id = p_account_id and user_id = p_user_id;
  delete from personal_exports where account_id = p_account_id and user_id = p_user_id;
  -- What nobody else sees; views and reports that are shared are of the company.
  delete from list_columns where account_id = p_account_id and user_id = p_user_id;
  delete from report_favourites where account_id = p_account_id and user_id = p_user_id;
  delete from saved_views where account_id = p_account_id and created_by = p_user_id and not shared;
  delete from saved_reports where account_id = p_account_id and created_by = p_user_id and not shared;
  -- Files that say who issued them, for nobody else.
  delete from report_files where account_id = p_account_id and created_by = p_user_id;
  delete from accountant_folders where account_id = p_account_id and created_by = p_user_id;
  delete from report_schedule_recipients where account_id = p_account_id and (user_id = p_user_id or address = any(words));
  update report_schedule_deliveries set address = 'anonimizado-' || p_user_id || '@anonimizado.invalid'
   where account_id = p_account_id and address = any(words);
  -- Tried by anybody, known or not: no account.
  delete from login_attempts where login = old_login;
  delete from signup_drafts where login = old_login;
  -- In the answers that administrators got of their own commands on this user; of other commands only the words go, so that
  -- repeating one is still answered and not done again.
  delete from idempotency_keys where account_id = p_account_id and route like '% /api/v1/financial/%user%';
  perform unname_answers(p_account_id, words, 'Usuário anonimizado ' || p_user_id);
  perform unname_history(p_account_id, p_user_id, words, 'Usuário anonimizado ' || p_user_id);
  -- Names that the person gave to what was kept for nobody else.
  update audit_log set details = null
   where account_id = p_account_id and user_id = p_user_id and entity in ('savedView', 'savedReport');
  update audit_log a set details = without_personal(a.entity, a.details)
   where a.account_id = p_account_id and a.entity = 'user' and a.entity_id = p_user_id and has_personal(a.entity, a.details);
  set local prumo.owner_access = '';
end $$;

-- Those who went before, whose history still told of it.
set local prumo.owner_access = 'on';
update audit_log a set details = without_personal(a.entity, a.details)
 where a.entity = 'partner' and has_personal(a.entity, a.details)
   and not exists (select from partners p where p.account_id = a.account_id and p.id = a.entity_id);
update audit_log a set details = without_personal(a.entity, a.details)
 where a.entity = 'user' and has_personal(a.entity, a.details)
   and not exists (select from users u where u.account_id = a.account_id and u.id = a.entity_id and u.anonymised_at is null);
set local prumo.owner_access = '';

revoke all on function words_of_user, unname_answers, unname_history from public;
