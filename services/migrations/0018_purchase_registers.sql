-- Brands and units of what is bought (specification §3, §7). Keys hold the account, so that these tables can be spread
-- over several machines by it (docs/decisions/0028).

create table brands (
  account_id bigint not null references accounts (id) on delete cascade,
  id         bigint generated always as identity,
  name       text not null check (length(name) between 1 and 80),
  active     boolean not null default true,
  version    integer not null default 1,
  primary key (account_id, id)
);
create unique index brands_name_key on brands (account_id, search_key(name));
select protect_tenant_table('brands');

-- By what two units are the same: price lists write M3 for m³.
create function unit_key(acronyms text) returns text
  language sql immutable strict parallel safe
  as $$ select translate(public.search_key(acronyms), '¹²³', '123') $$;
grant execute on function unit_key to prumo_app;

create table units (
  account_id  bigint not null references accounts (id) on delete cascade,
  id          bigint generated always as identity,
  acronyms    text not null check (length(acronyms) between 1 and 10),
  description text not null check (length(description) between 1 and 60),
  active      boolean not null default true,
  version     integer not null default 1,
  primary key (account_id, id)
);
create unique index units_acronyms_key on units (account_id, unit_key(acronyms));
create index units_description on units (account_id, search_key(description), id);
select protect_tenant_table('units');

-- The units that a new account begins with (services/purchase/standardUnits.ts), for those that exist.
set local prumo.owner_access = 'on';
insert into units (account_id, acronyms, description)
select accounts.id, standard.acronyms, standard.description from accounts cross join (values
  ('un', 'Unidade'),
  ('m', 'Metro'),
  ('m²', 'Metro quadrado'),
  ('m³', 'Metro cúbico'),
  ('cm', 'Centímetro'),
  ('km', 'Quilômetro'),
  ('kg', 'Quilograma'),
  ('g', 'Grama'),
  ('t', 'Tonelada'),
  ('L', 'Litro'),
  ('h', 'Hora'),
  ('dia', 'Dia'),
  ('sem', 'Semana'),
  ('mês', 'Mês'),
  ('sc', 'Saco'),
  ('cx', 'Caixa'),
  ('pct', 'Pacote'),
  ('pç', 'Peça'),
  ('par', 'Par'),
  ('cj', 'Conjunto'),
  ('jg', 'Jogo'),
  ('br', 'Barra'),
  ('rl', 'Rolo'),
  ('bd', 'Balde'),
  ('lt', 'Lata'),
  ('gl', 'Galão'),
  ('tb', 'Tubo'),
  ('mil', 'Milheiro'),
  ('dz', 'Dúzia'),
  ('vb', 'Verba'),
  ('vg', 'Viagem'),
  ('kWh', 'Quilowatt-hora'),
  ('t·km', 'Tonelada-quilômetro'),
  ('m³·km', 'Metro cúbico-quilômetro'),
  ('chp', 'Custo horário produtivo'),
  ('chi', 'Custo horário improdutivo')
) as standard (acronyms, description)
order by accounts.id;
set local prumo.owner_access = '';
