import { sql } from 'kysely';

/** Line of the wallet that the line "f" of the account "a" is. */
const SAME = sql`(
  select l.id from bank_statement_lines l
   where l.account_id = f.account_id and l.wallet_id = a.wallet_id and l.identity = f.identity)`;

/** Line of the wallet of the same day and FITID with another amount. */
const CONTRADICTED = sql`(
  select l.id from bank_statement_lines l
   where l.account_id = f.account_id and l.wallet_id = a.wallet_id and l.fit_id = f.fit_id and l.date = f.date
     and l.amount <> f.amount and l.replaced_by is null
   order by l.id limit 1)`;

/**
 * Lines "l" of the wallet of another format on the day of the line "f" with its amount, that no line of its file is. A bank
 * tells every movement of a day in each of its formats, with other memos and ids: the first of them is the first of those.
 */
const OTHER_FORMAT = sql`
  from bank_statement_lines l
 where l.account_id = f.account_id and l.wallet_id = a.wallet_id and l.csv = not a.csv and l.date = f.date
   and l.amount = f.amount and l.replaced_by is null
   and not exists (
     select from bank_statement_file_lines o
      where o.account_id = f.account_id and o.file_id = f.file_id and o.date = f.date and o.amount = f.amount
        and o.account_position = f.account_position and o.identity = l.identity)`;

/** Lines before the line "f" in its file, of its day and amount, that the wallet does not have in their own format. */
const BEFORE = sql`
  select count(*) from bank_statement_file_lines o
   where o.account_id = f.account_id and o.file_id = f.file_id and o.date = f.date and o.amount = f.amount
     and o.account_position = f.account_position and o.moves and o.position < f.position
     and not exists (
       select from bank_statement_lines m
        where m.account_id = o.account_id and m.wallet_id = a.wallet_id and m.identity = o.identity)`;

const TWIN = sql`case when exists (select ${OTHER_FORMAT}) then (select l.id ${OTHER_FORMAT} order by l.id offset (${BEFORE}) limit 1) end`;

/**
 * What the line "f" of the account "a" is now (`status`), and the line of the wallet that it is or is in conflict with
 * (`known_id`). Looked up line by line ("offset 0"): a join would be planned before anything is known about a new file.
 */
export const OUTLOOK = sql`(
  select coalesce(k.id, c.id) as known_id,
         case when not f.moves then 'IGNORED'
              when a.wallet_id is null then 'WAITING'
              when k.id is not null then 'KNOWN'
              when c.id is not null then 'CONFLICT'
              else 'NEW' end as status
    from (select case when f.moves then coalesce(${SAME}, ${TWIN}) end as id offset 0) k
    cross join lateral (
      select case when k.id is null and f.moves and f.own_id and f.fit_id <> '' then ${CONTRADICTED} end as id offset 0) c)`;

/** Lines "f" of files with their wallet, and what each is; of an imported file, what became of it. A condition on "f" follows. */
export const LOOKED = sql`
  select f.*, a.wallet_id,
         case when s.state = 'DRAFT' or f.outcome = 'KEPT' then o.known_id when f.outcome = 'KNOWN' then f.line_id end as known_id,
         case when s.state = 'DRAFT' then o.status
              when f.outcome = 'KEPT' then 'CONFLICT'
              when f.outcome in ('REPLACED', 'BOTH') then 'NEW'
              else f.outcome end as status
    from bank_statement_file_lines f
    join bank_statement_files s on s.account_id = f.account_id and s.id = f.file_id
    join bank_statement_accounts a on a.account_id = f.account_id and a.file_id = f.file_id and a.position = f.account_position
    cross join lateral ${OUTLOOK} o`;
